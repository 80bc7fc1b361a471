import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { startWorker } from '../../../data/store/threads/start-worker.ts'

const unvalidated = 'it cannot be validated'
const validator = new URL('./validate-on-thread.ts', import.meta.url)

/**
 * Validates models on a thread of its own: a few bytes of JSON can make the validator count for hours or overflow its stack, which no
 * promise catches. The next model is validated by another thread.
 */
export class ModelThread {
  readonly #milliseconds: number
  readonly #limit = pLimit(1)
  #worker: Worker | undefined
  #isClosed = false

  /** The time that one model may take. */
  constructor(milliseconds = 120_000) {
    this.#milliseconds = milliseconds
  }

  /** Rejects with what is wrong with the model. */
  check(bytes: Uint8Array): Promise<void> {
    return this.#limit(() => this.#check(bytes))
  }

  /** Models that still wait are not validated. */
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
