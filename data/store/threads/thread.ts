import type { Worker } from 'node:worker_threads'
import { DatabaseUnavailableError, FileUnavailableError, TooFarError, TooSlowError } from '../dialect/unavailable.ts'
import { startWorker } from './start-worker.ts'
import type { Answer, Call, Report } from './serve-thread.ts'

interface Pending {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

/** The thread has more calls waiting than it may. */
export class ThreadBusyError extends Error {
  override name = 'ThreadBusyError'
}

export interface ThreadOptions {
  /** URL of a module that calls `serveThread`. */
  readonly module: URL
  readonly data: Readonly<Record<string, unknown>>
  /** Calls that may wait at once. */
  readonly maxPending: number
  /** Takes what the thread tells of errors that no call waits for. */
  readonly onReport?: ((what: string, error: Error) => void) | undefined
}

/** A thread that answers calls; the first starts it. One that dies is restarted; its pending calls fail. */
export class Thread {
  readonly #options: ThreadOptions
  readonly #pending = new Map<number, Pending>()
  #worker: Promise<Worker> | undefined
  #next = 0
  #isClosed = false

  constructor(options: ThreadOptions) {
    this.#options = options
  }

  /** Resolves when the thread is ready. Rejects with what its module throws. */
  async start(): Promise<this> {
    await this.#running()
    return this
  }

  /** True once it was started, until it dies. */
  get isRunning(): boolean {
    return this.#worker !== undefined
  }

  get pending(): number {
    return this.#pending.size
  }

  /**
   * Calls a method. Rejects with `ThreadBusyError`, with what the method throws (`DatabaseUnavailableError`,
   * `TooFarError` and `TooSlowError` as such), or when the thread dies.
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

  /** Methods of the thread's target below `name`, as if they were here. */
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
   * Takes no more calls and ends the thread, after a last call if one is named, even if that fails. Calls that still
   * wait then fail; that the thread failed while it started is an error of theirs, not of this call.
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
