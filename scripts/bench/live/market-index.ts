import { join } from 'node:path'
import { collectGarbage } from '../../../data/store/cache/collect-garbage.ts'
import { MarketIndex } from '../../../data/store/live/reading/market-index/market-index.ts'
import type { IndexedListing } from '../../../data/store/live/reading/market-index/columns/market-columns.ts'
import { readSnapshot, writeSnapshot } from '../../../data/store/live/reading/snapshot-file.ts'
import { listingBatches } from './synthetic-feeds.ts'
import { comparedFigure, goalFigure, inUnit, type Bench } from '../measure/bench.ts'
import { timed } from '../measure/rounds.ts'

const fullListings = 5_000_000
const quickListings = 200_000
const listingsPerBatch = 20_000
/** Limits for 5 M listings, and per listing. */
const goalSeconds = 5
const goalBytes = 120

/** Measures the index of the market; `LISTINGS` sets the number of listings. */
export const marketIndexBench: Bench = async ({ quick, folder, report }) => {
  const count = Number(process.env.LISTINGS ?? (quick ? quickListings : fullListings))
  const path = join(folder, 'market.snapshot')
  report(`placing ${count} listings`)
  const placing = await timed(() => save(path, count))
  report('loading')
  const before = usedBytes()
  const index = new MarketIndex()
  const loading = await timed(async () => {
    const snapshot = await readSnapshot(path)
    if (!snapshot || !index.restore(snapshot, [])) throw new Error('The snapshot was not written')
  })
  const bytes = (usedBytes() - before + index.bitmapBytes) / index.count
  const goal = goalSeconds * (count / fullListings)
  return [
    goalFigure(
      `the market's index of ${count} listings, from its snapshot, against the goal`,
      loading / 1000,
      goal,
      inUnit('s', 2),
    ),
    goalFigure('its memory for each listing, against the goal', bytes, goalBytes, inUnit('bytes')),
    comparedFigure(
      'the same, against building it from lines and writing the snapshot',
      { measured: loading / 1000, baseline: placing / 1000, ratio: loading / placing },
      inUnit('s', 2),
    ),
  ]
}

async function save(path: string, count: number): Promise<void> {
  const index = new MarketIndex()
  let number = 0
  let waiting: IndexedListing[] = []
  const place = () => {
    index.upsert(waiting)
    waiting = []
  }
  for (const { bytes } of listingBatches(count)) {
    for (const line of Buffer.from(bytes).toString().split('\n'))
      if (line !== '') waiting.push(listingOf((number += 1), JSON.parse(line) as ObservedListing))
    if (waiting.length >= listingsPerBatch) place()
  }
  place()
  await writeSnapshot(path, index, number)
}

type Flags = 'has_sold' | 'has_expired' | 'has_cancelled'
type ObservedListing = Omit<IndexedListing, 'number' | 'created_at' | 'expires_at' | Flags> &
  Readonly<Record<'created_at' | 'expires_at', string>> &
  Readonly<Record<Flags, boolean>>

const flag = (isSet: boolean) => (isSet ? 1 : 0)

const listingOf = (number: number, { created_at, expires_at, ...listing }: ObservedListing): IndexedListing => ({
  ...{ ...listing, number, created_at: Date.parse(created_at), expires_at: Date.parse(expires_at) },
  has_sold: flag(listing.has_sold),
  has_expired: flag(listing.has_expired),
  has_cancelled: flag(listing.has_cancelled),
})

/** Returns the used memory after garbage collection. */
function usedBytes(): number {
  // Memory outside the heap that one collection frees is only counted by the next one.
  for (let nth = 0; nth < 3; nth += 1) collectGarbage()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return arrayBuffers + heapUsed
}
