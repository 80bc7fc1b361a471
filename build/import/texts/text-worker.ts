import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { SearchedRow } from '../../../data/api/search/documents.ts'
import { threadEnvironment } from '../../../data/store/files/thread-environment.ts'
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

/** V8 would give the thread 24 MB for new objects. */
const resourceLimits = { maxYoungGenerationSizeMb: 6 }

interface Call {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

/** The thread of an import that has ended, for the next one: its code is compiled. It does not keep the process alive. */
let idle: TextThread | undefined

function freeThread(): TextThread {
  const thread = idle ?? new TextThread()
  idle = undefined
  return thread
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
    const isKept = this.#calls.length === 0 && keepIdle(this)
    if (!isKept) await this.#worker?.terminate()
  }

  #call<T>(method: keyof TextWork, argument?: unknown): Promise<T> {
    this.#worker ??= this.#start()
    this.#worker.ref()
    const answer = new Promise((resolve, reject) => this.#calls.push({ resolve, reject }))
    // It is awaited later; until then nobody else takes the error.
    answer.catch(() => undefined)
    this.#worker.postMessage([method, argument])
    return answer as Promise<T>
  }

  #start(): Worker {
    // The flag with which an import is started takes precedence over `resourceLimits`; this thread keeps the size that it gave it.
    setFlagsFromString('--max-semi-space-size=0')
    const options = { env: threadEnvironment(), resourceLimits }
    const worker = new Worker(new URL('./text-thread.ts', import.meta.url), options)
    worker.on('message', (value: unknown) => this.#calls.shift()?.resolve(value))
    worker.on('error', (error: Error) => this.#ended(worker, error))
    worker.on('exit', () => this.#ended(worker, new Error('The thread of the import ended.')))
    return worker
  }

  #ended(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    for (const { reject } of this.#calls.splice(0)) reject(error)
  }
}
