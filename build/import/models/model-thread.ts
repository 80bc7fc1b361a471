import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { startWorker } from '../../../data/store/threads/start-worker.ts'

const unvalidated = 'it cannot be validated'
const validator = new URL('./validate-on-thread.ts', import.meta.url)

/**
 * Validates models on a separate thread: a few bytes of JSON can keep the validator busy for hours or overflow its stack,
 * which no promise catches. After such a model, the next one is validated on a new thread.
 */
export class ModelThread {
  readonly #milliseconds: number
  readonly #limit = pLimit(1)
  #worker: Worker | undefined
  #isClosed = false

  /** `milliseconds` is the maximum time for one model. */
  constructor(milliseconds = 120_000) {
    this.#milliseconds = milliseconds
  }

  /** Rejects with an `Error` that says what is wrong with the model. */
  check(bytes: Uint8Array): Promise<void> {
    return this.#limit(() => this.#check(bytes))
  }

  /** Ends the thread; checks of models that are still waiting reject. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#end()
  }

  async #end(): Promise<void> {
    await this.#worker?.terminate()
    this.#worker = undefined
  }

  async #check(bytes: Uint8Array): Promise<void> {
    if (this.#isClosed) throw new Error(unvalidated)
    const worker = (this.#worker ??= startWorker(validator).on('error', () => undefined))
    const answer = once(worker, 'message', { signal: AbortSignal.timeout(this.#milliseconds) })
    worker.postMessage(bytes)
    const [problem] = await answer.catch(async () => {
      await this.#end()
      return [unvalidated]
    })
    if (problem !== undefined) throw new Error(String(problem))
  }
}
