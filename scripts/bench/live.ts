import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Caches } from '../../data/store/cache/caches.ts'
import type { Bench, Figure } from './measure/bench.ts'
import { fillInBulk, fillListings } from './live/fill.ts'
import { httpFigures } from './live/http.ts'
import { followFigures, openIndexed } from './live/index-load.ts'
import { listingBatches, tradeBatches, type LineBatch } from './live/synthetic-feeds.ts'
import { depthFigures, marketFigures, priceFigures, tradeFigures } from './live/store-queries.ts'

const scales = {
  full: { large: { listings: 5_000_000, trades: 1_000_000 }, small: { listings: 50_000, trades: 10_000 } },
  quick: { large: { listings: 200_000, trades: 40_000 }, small: { listings: 20_000, trades: 4000 } },
}
/** Number of listings of the large market that are measured at the beginning and at the end of the year. */
const measuredListings = { full: 100_000, quick: 20_000 }

/** The size of the page cache in the service. */
const pageBytes = new Caches().maxBytesOf('written')

export const liveBench: Bench = async ({ quick, folder, report }) => {
  const { large, small } = quick ? scales.quick : scales.full
  const folders = { large: join(folder, 'large'), small: join(folder, 'small') }
  for (const made of Object.values(folders)) mkdirSync(made)
  await fillInBulk({ dataDir: folders.small }, 'market', listingBatches(small.listings))
  const figures = [
    await fillMeasured(folders.large, large.listings, measuredListings[quick ? 'quick' : 'full'], report),
  ]
  await fillInBulk({ dataDir: folders.small }, 'trades', tradeBatches(small.trades))
  await fillInBulk({ dataDir: folders.large }, 'trades', tradeBatches(large.trades))
  figures.push(...(await storeFigures(folders, quick ? 50 : 200, report)))
  report('HTTP')
  return [...figures, ...(await httpFigures(folders, quick ? 100 : 400))]
}

/** Compares the rate at the end of the year with that at the beginning. Listings in between are written in bulk. */
async function fillMeasured(
  folder: string,
  listings: number,
  measured: number,
  report: (text: string) => void,
): Promise<Figure> {
  const location = { dataDir: folder }
  const batches = listingBatches(listings)
  const rate = async () => {
    const filled = await fillListings(location, takeRows(batches, measured), pageBytes)
    return (filled.rows * 1000) / (filled.takeMilliseconds + filled.rollUpMilliseconds)
  }
  const first = await rate()
  report(`the first ${measured} listings at ${format(first)}`)
  await fillInBulk(location, 'market', takeRows(batches, listings - 2 * measured))
  const last = await rate()
  report(`the last ${measured} listings at ${format(last)}`)
  const figure = `intake with roll-ups, the last ${measured} of ${listings} listings against the first`
  return { figure, measured: format(last), baseline: format(first), ratio: last / first }
}

const format = (rate: number) => `${Math.round(rate)} rows/s`

/** Takes batches with about `rows` rows from an iterator, which can be continued. */
function* takeRows(batches: Iterator<LineBatch, void>, rows: number): Generator<LineBatch> {
  for (let taken = 0; taken < rows;) {
    const next = batches.next()
    if (next.done) return
    taken += next.value.rows
    yield next.value
  }
}

async function storeFigures(
  folders: { readonly large: string; readonly small: string },
  count: number,
  report: (text: string) => void,
): Promise<Figure[]> {
  report('index')
  const loaded = await openIndexed(folders)
  const { readers } = loaded
  try {
    report('market')
    const market = await marketFigures(readers, count)
    report('page 1,000')
    const depth = await depthFigures(readers, Math.ceil(count / 40))
    report('prices')
    const prices = await priceFigures(readers, count)
    report('trades')
    const trades = await tradeFigures(readers, Math.ceil(count / 4))
    const follow = await followFigures(folders.large, readers.large)
    // The services start from snapshots, as they do after a stop.
    for (const { market } of [readers.large, readers.small]) await market.save()
    return [...loaded.figures, ...market, ...depth, ...prices, ...trades, follow]
  } finally {
    await Promise.all([readers.large.close(), readers.small.close()])
  }
}
