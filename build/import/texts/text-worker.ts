import type { SearchedRow } from '../../../data/api/search/documents.ts'
import { Thread } from '../../../data/store/threads/thread.ts'
import { TextWork, type BundleTexts } from './text-work.ts'

/** The texts of smaller bundles are processed before a thread would have started, which takes some 40 ms. */
const minBytesForThread = 1024 * 1024

/** Does the text work of one import (`TextWork`), on another thread if the bundle is large. */
export interface TextWorker {
  pack(texts: BundleTexts): Promise<(Uint8Array | undefined)[]>
  index(rows: readonly SearchedRow[]): Promise<Uint8Array[]>
  finish(): Promise<Uint8Array[]>
  close(): Promise<void>
}

/** Creates a worker for a bundle whose files, except for assets, have this total size. */
export function createTextWorker(bundleBytes: number): TextWorker {
  return bundleBytes < minBytesForThread ? onThisThread(new TextWork()) : onOtherThread()
}

const onThisThread = (work: TextWork): TextWorker => ({
  pack: (texts) => Promise.resolve(work.pack(texts)),
  index: (rows) => Promise.resolve(work.index(rows)),
  finish: () => Promise.resolve(work.finish()),
  close: () => Promise.resolve(),
})

function onOtherThread(): TextWorker {
  const thread = new Thread({ module: new URL('text-thread.ts', import.meta.url), data: {}, maxPending: Infinity })
  const call = <Result>(method: keyof TextWork, ...args: unknown[]) => {
    const answer = thread.call([method], args) as Promise<Result>
    // The promise is awaited later; until then, a rejection must not count as unhandled.
    answer.catch(() => undefined)
    return answer
  }
  return {
    pack: (texts) => call('pack', texts),
    index: (rows) => call('index', rows),
    finish: () => call('finish'),
    close: () => thread.close(),
  }
}
