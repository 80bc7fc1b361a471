import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Database, Statement } from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import { liveSegments, type LiveSegment } from '../../../api/search/search.ts'
import { SearchSegment } from '../../../api/search/segment.ts'
import type { Steps } from '../../../api/model/values/steps.ts'
import { Caches } from '../../cache/caches.ts'
import { oneByOne, StepCache } from '../../cache/step-cache.ts'

/** Beside the bytes of its content, a segment in memory has its terms as strings. */
const memoryFactor = 2

interface CachedSegment {
  readonly segment: SearchSegment
  readonly bytes: number
}

/** A segment and its number in the catalog. */
export interface StoredSegment {
  readonly segmentId: number
  readonly segment: SearchSegment
}

/** The search indexes of patches, read when they are searched. Patches share the segments of their ancestors. */
export class CatalogSearch {
  readonly #content: Statement<[number], Buffer>
  readonly #chain: Statement<[number], number>
  readonly #segments: StepCache<CachedSegment>
  readonly #patches = new LRUCache<number, readonly LiveSegment[]>({ max: 16 })

  constructor(db: Database, caches = new Caches()) {
    this.#segments = new StepCache(caches.cache('search', ({ bytes }) => bytes))
    this.#content = db.prepare<[number], Buffer>('SELECT content FROM search_segments WHERE segment_id = ?').pluck()
    const chain = `
      WITH RECURSIVE ancestor (id, depth) AS (
        SELECT ?, 0 UNION ALL
        SELECT parent_patch_id, depth + 1 FROM patches JOIN ancestor USING (id) WHERE parent_patch_id IS NOT NULL
      ) SELECT segment_id FROM ancestor JOIN search_segments ON patch_id = id ORDER BY depth DESC, segment_id`
    this.#chain = db.prepare<[number], number>(chain).pluck()
  }

  /** Loads the segments of a patch that are not cached, yielding to other requests between them; undefined if all are. */
  prepare(patchId: number): Promise<void> | undefined {
    if (this.#patches.has(patchId)) return undefined
    const all = this.#chain.all(patchId)
    return oneByOne(all.map((id) => () => this.#segments.prepare(String(id), () => this.#read(id))))
  }

  segments(patchId: number): readonly LiveSegment[] {
    const known = this.#patches.get(patchId)
    if (known) return known
    const live = liveSegments(this.chain(patchId))
    this.#patches.set(patchId, live)
    return live
  }

  /** The segments of a patch and its ancestors, oldest first. */
  chain(patchId: number): StoredSegment[] {
    return this.#chain.all(patchId).map((segmentId) => ({ segmentId, segment: this.#segment(segmentId) }))
  }

  #segment(segmentId: number): SearchSegment {
    return this.#segments.get(String(segmentId), () => this.#read(segmentId)).segment
  }

  *#read(segmentId: number): Steps<CachedSegment> {
    const content = this.#content.get(segmentId)
    if (!content) throw new Error(`The catalog is damaged: search segment ${segmentId} is missing`)
    const bytes = zstdDecompressSync(content)
    yield
    const segment = SearchSegment.fromBytes(bytes)
    yield
    yield* segment.prepare()
    return { segment, bytes: memoryFactor * bytes.length }
  }
}

export function storeSegment(db: Database, patchId: number, segment: SearchSegment): void {
  const params = { [constants.ZSTD_c_compressionLevel]: 5 }
  const content = zstdCompressSync(segment.toBytes(), { params })
  db.prepare('INSERT INTO search_segments (patch_id, content) VALUES (?, ?)').run(patchId, content)
}
