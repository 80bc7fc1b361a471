import { zstdDecompressSync } from 'node:zlib'
import type { Database, Statement } from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import { liveSegments, type LiveSegment } from '../../../api/search/search.ts'
import { SearchSegment } from '../../../api/search/segment.ts'
import { runSynchronously, type Steps } from '../../../api/model/values/steps.ts'
import { Caches } from '../../cache/caches.ts'
import { StepCache } from '../../cache/step-cache.ts'
import { packSegment } from './pack-segment.ts'

/** Size of a segment in memory relative to its bytes: it also has its terms as strings. */
const memoryFactor = 2

interface CachedSegment {
  readonly segment: SearchSegment
  readonly bytes: number
}

/** A segment with its id in the catalog. */
interface StoredSegment {
  readonly segmentId: number
  readonly segment: SearchSegment
}

/** The search indexes of patches, read when they are searched. Patches share the segments of their ancestors. */
export class CatalogSearch {
  readonly #content: Statement<[number], Buffer>
  readonly #chain: Statement<[number], number>
  readonly #segments: StepCache<CachedSegment>
  /** Segments that are in use, which patches share even if the cache has evicted them. */
  readonly #inUse = new Map<number, WeakRef<SearchSegment>>()
  readonly #patches = new StepCache(new LRUCache<string, readonly LiveSegment[]>({ max: 16 }))

  constructor(db: Database, caches = new Caches()) {
    this.#segments = new StepCache(caches.cache<CachedSegment>('search', ({ bytes }) => bytes))
    this.#content = db.prepare<[number], Buffer>('SELECT content FROM search_segments WHERE segment_id = ?').pluck()
    const chain = `
      WITH RECURSIVE ancestor (id, depth) AS (
        SELECT ?, 0 UNION ALL
        SELECT parent_patch_id, depth + 1 FROM patches JOIN ancestor USING (id) WHERE parent_patch_id IS NOT NULL
      ) SELECT segment_id FROM ancestor JOIN search_segments ON patch_id = id ORDER BY depth DESC, segment_id`
    this.#chain = db.prepare<[number], number>(chain).pluck()
  }

  /** Loads the segments of a patch without blocking the thread. Returns undefined if they are loaded. */
  prepare(patchId: number): Promise<void> | undefined {
    return this.#patches.prepare(String(patchId), () => this.#load(patchId))
  }

  segments(patchId: number): readonly LiveSegment[] {
    return this.#patches.get(String(patchId), () => this.#load(patchId))
  }

  /** The segments of a patch and its ancestors, oldest first. */
  chain(patchId: number): StoredSegment[] {
    return runSynchronously(this.#loadChain(patchId))
  }

  *#load(patchId: number): Steps<readonly LiveSegment[]> {
    return liveSegments(yield* this.#loadChain(patchId))
  }

  *#loadChain(patchId: number): Steps<StoredSegment[]> {
    const chain: StoredSegment[] = []
    for (const segmentId of this.#chain.all(patchId)) {
      const known = () => this.#inUse.get(segmentId)?.deref()
      const loaded = known() ?? (yield* this.#segments.make(String(segmentId), () => this.#read(segmentId))).segment
      // Another patch may have loaded it meanwhile.
      const segment = known() ?? loaded
      this.#inUse.set(segmentId, new WeakRef(segment))
      chain.push({ segmentId, segment })
    }
    return chain
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

/** Stores a segment of a patch. */
export const storeSegment = (db: Database, patchId: number, segment: SearchSegment): void =>
  storePackedSegment(db, patchId, packSegment(segment))

/** Stores the bytes of `packSegment` as a segment of a patch. */
export function storePackedSegment(db: Database, patchId: number, content: Uint8Array): void {
  db.prepare('INSERT INTO search_segments (patch_id, content) VALUES (?, ?)').run(patchId, content)
}
