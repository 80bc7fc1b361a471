import type { Worker } from 'node:worker_threads'
import type { SearchedRow } from '../../../data/api/search/documents.ts'
import { startWorker } from '../../../data/store/files/start-worker.ts'
import { TextWork, type BundleTexts } from './text-work.ts'

/** Bundles of fewer bytes are done before a thread would have started, which takes some 40 ms. */
const minBytesForThread = 1024 * 1024

/** Does the text work of one import: `TextWork`, on another thread if there is much. */
export interface TextWorker {
  pack(texts: BundleTexts): Promise<(Uint8Array | undefined)[]>
  index(rows: readonly SearchedRow[]): Promise<Uint8Array[]>
  finish(): Promise<Uint8Array[]>
  close(): Promise<void>
}

export function textWorker(bundleBytes: number): TextWorker {
  return bundleBytes < minBytesForThread ? ownThread(new TextWork()) : freeThread()
}

const ownThread = (work: TextWork): TextWorker => ({
  pack: (texts) => Promise.resolve(work.pack(texts)),
  index: (rows) => Promise.resolve(work.index(rows)),
  finish: () => Promise.resolve(work.finish()),
  close: () => Promise.resolve(),
})

interface Call {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

/** The thread of an import that has ended, for the next one: its code is compiled. It keeps the texts of that import. */
let idle: TextThread | undefined

function freeThread(): TextThread {
  const thread = idle ?? new TextThread()
  idle = undefined
  return thread
}

/** Ends the thread that waits for another import, with the texts that it keeps (100 MB of 20,000 texts in ten languages). */
export async function endIdleThread(): Promise<void> {
  const thread = idle
  idle = undefined
  await thread?.end()
}

/** False if there is one already. */
function keepIdle(thread: TextThread): boolean {
  if (idle) return false
  idle = thread
  return true
}

class TextThread implements TextWorker {
  #worker: Worker | undefined
  readonly #calls: Call[] = []
  /** Why it ended in the middle of an import: what the import gave it is lost. */
  #failure: Error | undefined

  pack(texts: BundleTexts): Promise<(Uint8Array | undefined)[]> {
    return this.#call('pack', texts)
  }

  index(rows: readonly SearchedRow[]): Promise<Uint8Array[]> {
    return this.#call('index', rows)
  }

  finish(): Promise<Uint8Array[]> {
    return this.#call('finish')
  }

  async close(): Promise<void> {
    this.#worker?.unref()
    const isKept = this.#calls.length === 0 && !this.#failure && keepIdle(this)
    if (!isKept) await this.end()
  }

  async end(): Promise<void> {
    await this.#worker?.terminate()
  }

  #call<T>(method: keyof TextWork, argument?: unknown): Promise<T> {
    if (this.#failure) return Promise.reject(this.#failure)
    this.#worker ??= this.#start()
    this.#worker.ref()
    const answer = new Promise((resolve, reject) => this.#calls.push({ resolve, reject }))
    // It is awaited later; until then nobody else takes the error.
    answer.catch(() => undefined)
    this.#worker.postMessage([method, argument])
    return answer as Promise<T>
  }

  #start(): Worker {
    const worker = startWorker(new URL('./text-thread.ts', import.meta.url))
    worker.on('message', (value: unknown) => this.#calls.shift()?.resolve(value))
    worker.on('messageerror', (error: Error) => this.#ended(worker, error))
    worker.on('error', (error: Error) => this.#ended(worker, error))
    worker.on('exit', () => this.#ended(worker, new Error('The thread of the import ended.')))
    return worker
  }

  #ended(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    this.#failure = error
    for (const { reject } of this.#calls.splice(0)) reject(error)
  }
}
