import type { SearchedRow } from '../../../data/api/search/documents.ts'
import { storePackedSegment } from '../../../data/store/catalog/search/catalog-search.ts'
import type { CatalogWriter } from '../../../data/store/catalog/catalog-writer.ts'
import type { TextWorker } from './text-worker.ts'

const rowsPerCall = 500
/** Limits the memory if rows are read faster than they are indexed. */
const maxCalls = 8

/** Builds the search index of a patch without a parent from its rows while they are imported, so that they need not be read again. */
export class FirstSearchIndex {
  readonly #worker: TextWorker
  readonly #writer: CatalogWriter
  readonly #patchId: number
  #rows: SearchedRow[] = []
  /** Pending calls. Results are stored in this order and at fixed rows, so that the same bundle gives the same file. */
  readonly #calls: Promise<Uint8Array[]>[] = []

  constructor(worker: TextWorker, writer: CatalogWriter, patchId: number) {
    this.#worker = worker
    this.#writer = writer
    this.#patchId = patchId
  }

  /** Adds a row; returns a promise if the caller has to wait. */
  add(row: SearchedRow): Promise<void> | undefined {
    this.#rows.push(row)
    return this.#rows.length < rowsPerCall ? undefined : this.#send()
  }

  /** Indexes and stores the remaining rows. */
  async finish(): Promise<void> {
    await this.#send()
    this.#calls.push(this.#worker.finish())
    while (this.#calls.length > 0) await this.#store()
  }

  async #send(): Promise<void> {
    this.#calls.push(this.#worker.index(this.#rows))
    this.#rows = []
    if (this.#calls.length > maxCalls) await this.#store()
  }

  async #store(): Promise<void> {
    for (const segment of (await this.#calls.shift()) ?? []) storePackedSegment(this.#writer.db, this.#patchId, segment)
  }
}
