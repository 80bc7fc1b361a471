// A thread that validates one model after another. It answers each with what is wrong with it, or with undefined.
import { parentPort } from 'node:worker_threads'
import { problemOfModel } from './model-problem.ts'

async function answer(bytes: Uint8Array): Promise<void> {
  parentPort?.postMessage(await problemOfModel(bytes))
}

parentPort?.on('message', (bytes: Uint8Array) => void answer(bytes))
