// Snapshots that are written while the index changes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { IndexedListing } from './market-index/columns/market-columns.ts'
import { MarketIndex } from './market-index/market-index.ts'
import { readSnapshot, writeSnapshot } from './snapshot-file.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'snapshot-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const listing = (number: number, seller: string | null): IndexedListing => ({
  ...{ number, id: number, item_id: 'id.item.rope', archetype: null, rarity: null, loot_state: null, seller },
  ...{ price: 1, price_per_unit: '1', quantity: 1, created_at: number, expires_at: null },
  ...{ has_sold: 0, has_expired: 0, has_cancelled: 0 },
})

/**
 * Restores an index from a snapshot whose arrays were written before a change and whose texts were written after it.
 */
async function restoredFrom(index: MarketIndex, change: (index: MarketIndex) => void): Promise<MarketIndex> {
  const path = join(folder, 'market.snapshot')
  const source = {
    contents: index.contents,
    get tables() {
      change(index)
      return index.tables
    },
  }
  await writeSnapshot(path, source, 3)
  const snapshot = await readSnapshot(path)
  const restored = new MarketIndex()
  expect(snapshot && restored.restore(snapshot, [])).toBe(true)
  return restored
}

const numbersOf = (index: MarketIndex, seller: string) =>
  index.select([{ column: 'seller', operator: 'equal', value: seller }], { offset: 0, limit: 10 }, 99).numbers

describe('a restored index has the right listings of each text', () => {
  it.each<[string, (index: MarketIndex) => void]>([
    ['another text', (index) => index.upsert([listing(1, 'Ada')])],
    ['no text', (index) => index.upsert([listing(1, null)])],
    ['been pruned', (index) => index.prune(2)],
  ])('if the last listing with a text has %s while the snapshot is written', async (_, change) => {
    const index = new MarketIndex()
    index.upsert([listing(1, 'Solo'), listing(2, 'Ada'), listing(3, 'Ada'), listing(4, '')])
    const restored = await restoredFrom(index, change)
    change(restored)
    restored.upsert([listing(5, 'Tess'), listing(6, 'Ugo'), listing(7, 'Tess')])
    for (const one of [index, restored]) expect(numbersOf(one, 'Solo')).toEqual([])
    expect(numbersOf(restored, 'Ada')).toEqual(numbersOf(index, 'Ada'))
    expect(['', 'Tess', 'Ugo'].map((seller) => numbersOf(restored, seller))).toEqual([[4], [7, 5], [6]])
  })
})
