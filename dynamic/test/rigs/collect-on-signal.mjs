// Imported into every thread of a service whose memory is measured. On SIGUSR2 each thread collects its garbage and
// returns the freed pages to the system. A plain collection keeps half of the old pages, up to 25 MB, and a different
// amount each time. `globalThis.gc` cannot be used: threads that start after the service has collected do not have it,
// and end when they call it.
import { BroadcastChannel, isMainThread } from 'node:worker_threads'
import { collectGarbage } from '../../../data/store/cache/collect-garbage.ts'

const collect = () => collectGarbage()
const threads = new BroadcastChannel('collect-on-signal')
if (isMainThread) {
  process.on('SIGUSR2', () => {
    threads.postMessage(null)
    collect()
  })
} else threads.onmessage = collect
threads.unref()
