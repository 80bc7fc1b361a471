// A thread that does the text work of one import after another: each call is answered with what it returns, in their
// order.
import { parentPort } from 'node:worker_threads'
import { TextWork } from './text-work.ts'

const work = new TextWork()

parentPort?.on('message', ([method, argument]: [keyof TextWork, never]) =>
  parentPort?.postMessage(work[method](argument)),
)
