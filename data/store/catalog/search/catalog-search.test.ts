import Database from 'better-sqlite3'
import { beforeEach, expect, it } from 'vitest'
import { buildSegment } from '../../../api/search/build-segment.ts'
import { Caches } from '../../cache/caches.ts'
import { CatalogSearch, storeSegment } from './catalog-search.ts'

const document = (id: string) => ({ kind: 'items', id, names: [id], formerNames: [], labels: [], texts: [] })

let db: Database.Database
let search: CatalogSearch
beforeEach(() => {
  db = new Database(':memory:')
  db.exec(`
    CREATE TABLE patches (id INTEGER PRIMARY KEY, parent_patch_id INTEGER);
    CREATE TABLE search_segments (segment_id INTEGER PRIMARY KEY, patch_id INTEGER, content BLOB);
    INSERT INTO patches VALUES (1, NULL), (2, 1), (3, 2)`)
  for (const patchId of [1, 2, 3]) storeSegment(db, patchId, buildSegment([document(`item ${patchId}`)], ['items']))
  // No segment fits into the cache.
  search = new CatalogSearch(db, new Caches(0.001))
  return () => void db.close()
})

it('patches share the segments of their ancestors, even if these are too large for the cache', async () => {
  await search.prepare(2)
  await search.prepare(3)
  const [before, after] = [search.segments(2), search.segments(3)]
  expect(after.map(({ segment }) => segment.texts.ids)).toEqual([['item 1'], ['item 2'], ['item 3']])
  expect(after[0]?.segment).toBe(before[0]?.segment)
  expect(after[1]?.segment).toBe(before[1]?.segment)
})

it('patches that are prepared at the same time share segments', async () => {
  await Promise.all([search.prepare(1), search.prepare(2)])
  expect(search.segments(2)[0]?.segment).toBe(search.segments(1)[0]?.segment)
})

it('segments that were prepared are not read again', async () => {
  await search.prepare(3)
  db.exec('DELETE FROM search_segments')
  expect(search.segments(3)).toHaveLength(3)
  expect(search.prepare(3)).toBeUndefined()
})
