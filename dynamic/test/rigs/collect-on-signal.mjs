// Imported into a service whose memory is measured: on a signal it gives back what nothing refers to any longer.
import { isMainThread } from 'node:worker_threads'

if (isMainThread) process.on('SIGUSR2', () => globalThis.gc())
