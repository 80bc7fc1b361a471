import type { Worker } from 'node:worker_threads'
import { DatabaseUnavailableError, FileUnavailableError, TooFarError, TooSlowError } from '../dialect/unavailable.ts'
import { startWorker } from './start-worker.ts'
import type { Answer, Call, Report } from './serve-thread.ts'

interface Pending {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

/** Thrown if a thread has `maxPending` calls waiting. */
export class ThreadBusyError extends Error {
  override name = 'ThreadBusyError'
}

export interface ThreadOptions {
  /** URL of a module that calls `serveThread`. */
  readonly module: URL
  readonly data: Readonly<Record<string, unknown>>
  /** Maximum number of calls that may wait at once. */
  readonly maxPending: number
  /** Called with errors that the thread reports outside of any call. */
  readonly onReport?: ((what: string, error: Error) => void) | undefined
}

/**
 * A thread that answers calls. The first call starts it. If it dies, pending calls fail and the next call restarts it.
 */
export class Thread {
  readonly #options: ThreadOptions
  readonly #pending = new Map<number, Pending>()
  #worker: Promise<Worker> | undefined
  #next = 0
  #isClosed = false

  constructor(options: ThreadOptions) {
    this.#options = options
  }

  /** Starts the thread. Resolves when it is ready. Rejects with the error that its module throws. */
  async start(): Promise<this> {
    await this.#running()
    return this
  }

  /** Whether the thread was started and has not died. */
  get isRunning(): boolean {
    return this.#worker !== undefined
  }

  /** Number of calls that are waiting or being answered. */
  get pending(): number {
    return this.#pending.size
  }

  /**
   * Calls a method. Rejects with `ThreadBusyError`, with the error of the method (as an `Error`, unless it is a
   * `DatabaseUnavailableError`, `FileUnavailableError`, `TooFarError` or `TooSlowError`), or if the thread dies or is closed.
   */
  async call(path: readonly string[], args: readonly unknown[]): Promise<unknown> {
    if (this.#isClosed) throw new Error('The thread is closed.')
    if (this.#pending.size >= this.#options.maxPending) throw new ThreadBusyError(`${path.join('.')} has to wait`)
    return this.#send(path, args)
  }

  async #send(path: readonly string[], args: readonly unknown[]): Promise<unknown> {
    const number = this.#next++
    const answer = new Promise((resolve, reject) => this.#pending.set(number, { resolve, reject }))
    answer.catch(() => undefined) // reported below
    try {
      const worker = await this.#running()
      worker.postMessage({ number, path, args } satisfies Call)
    } catch (error) {
      this.#pending.delete(number)
      throw error
    }
    return answer
  }

  /** Returns an object whose methods call those of the object `name` of the thread's target. */
  remote(name: string): object {
    const call = (method: string, args: readonly unknown[]) => this.call([name, method], args)
    return new Proxy(
      {},
      {
        get:
          (_target, method) =>
          (...args: unknown[]) =>
            call(String(method), args),
      },
    )
  }

  /**
   * Refuses further calls and ends the thread, after the call `last`, if given, even if that fails. Pending calls then fail.
   * If the thread failed while it started, they reject with its error, but not this call.
   */
  async close(last?: readonly string[]): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    try {
      if (last && this.#worker) await this.#send(last, [])
    } finally {
      const worker = await this.#worker?.catch(() => undefined)
      await worker?.terminate()
    }
  }

  #running(): Promise<Worker> {
    this.#worker ??= this.#start()
    return this.#worker
  }

  #start(): Promise<Worker> {
    const { module, data, onReport } = this.#options
    const worker = startWorker(module, data)
    return new Promise((resolve, reject) => {
      let lastError = new Error('The thread ended.')
      worker.on('message', (message: Answer | Report | 'ready') => {
        if (message === 'ready') resolve(worker)
        else if ('report' in message) onReport?.(message.report, message.error)
        else this.#settle(message)
      })
      worker.on('error', (error) => (lastError = error))
      worker.on('exit', () => {
        this.#worker = undefined
        for (const { reject: fail } of this.#pending.values())
          fail(this.#isClosed ? new Error('The thread is closed.') : lastError)
        this.#pending.clear()
        reject(lastError)
      })
    })
  }

  #settle(answer: Answer): void {
    const pending = this.#pending.get(answer.number)
    this.#pending.delete(answer.number)
    if ('value' in answer) pending?.resolve(answer.value)
    else if ('error' in answer) {
      const { name, message, stack, cause } = answer.error
      const Kind =
        [FileUnavailableError, DatabaseUnavailableError, TooFarError, TooSlowError].find((one) => one.name === name) ??
        Error
      const reason = cause && Object.assign(new Error(cause.message), { stack: cause.stack })
      const error = new Kind(message, reason && { cause: reason })
      if (stack !== undefined) error.stack = stack
      pending?.reject(error)
    }
  }
}
