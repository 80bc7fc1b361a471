import { zstdDecompressSync } from 'node:zlib'
import type { Database, Statement } from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import { liveSegments, type LiveSegment } from '../../../api/search/search.ts'
import { SearchSegment } from '../../../api/search/segment.ts'
import { runSynchronously, type Steps } from '../../../api/model/values/steps.ts'
import { Caches } from '../../cache/caches.ts'
import { StepCache } from '../../cache/step-cache.ts'
import { packSegment } from './pack-segment.ts'

/** Beside the bytes of its content, a segment in memory has its terms as strings. */
const memoryFactor = 2

interface CachedSegment {
  readonly segment: SearchSegment
  readonly bytes: number
}

/** A segment and its number in the catalog. */
interface StoredSegment {
  readonly segmentId: number
  readonly segment: SearchSegment
}

/** The search indexes of patches, read when they are searched. Patches share the segments of their ancestors. */
export class CatalogSearch {
  readonly #content: Statement<[number], Buffer>
  readonly #chain: Statement<[number], number>
  readonly #segments: StepCache<CachedSegment>
  /** What patches hold is shared with others, though the cache may have evicted it. */
  readonly #held = new Map<number, WeakRef<SearchSegment>>()
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

  /** Loads the segments of a patch, yielding to other requests in between; undefined if that was done. */
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
      const held = () => this.#held.get(segmentId)?.deref()
      const loaded = held() ?? (yield* this.#segments.make(String(segmentId), () => this.#read(segmentId))).segment
      // Another patch may have loaded it meanwhile.
      const segment = held() ?? loaded
      this.#held.set(segmentId, new WeakRef(segment))
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

export const storeSegment = (db: Database, patchId: number, segment: SearchSegment): void =>
  addSegment(db, patchId, packSegment(segment))

/** The same for a segment that is packed. */
export function addSegment(db: Database, patchId: number, content: Uint8Array): void {
  db.prepare('INSERT INTO search_segments (patch_id, content) VALUES (?, ?)').run(patchId, content)
}
