// Imported into every thread of a service whose memory is measured: on a signal each gives back what nothing refers to
// any longer, with the pages in which it lay. A plain collection leaves half of the old pages as they are, up to 25 MB
// and never the same. The global collector is no way to it: threads that start after the service has collected do not
// have one, and end when they call it.
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
