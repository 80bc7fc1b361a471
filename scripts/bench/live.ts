import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Caches } from '../../data/store/cache/caches.ts'
import type { Bench, Figure } from './measure/bench.ts'
import { fillListings, fillTrades } from './live/fill.ts'
import { httpFigures } from './live/http.ts'
import { followFigures, openIndexed } from './live/index-load.ts'
import { listingBatches, tradeBatches } from './live/synthetic-feeds.ts'
import { depthFigures, marketFigures, priceFigures, tradeFigures } from './live/store-queries.ts'

interface Scale {
  readonly listings: number
  readonly trades: number
}

const scales = {
  full: { large: { listings: 5_000_000, trades: 1_000_000 }, small: { listings: 50_000, trades: 10_000 } },
  quick: { large: { listings: 200_000, trades: 40_000 }, small: { listings: 20_000, trades: 4000 } },
}

/** As the service has it. */
const pageBytes = new Caches().bytesOf('written')

export const live: Bench = async ({ quick, folder, report }) => {
  const { large, small } = quick ? scales.quick : scales.full
  const folders = { large: join(folder, 'large'), small: join(folder, 'small') }
  await fillBoth(folders.small, small, report)
  const figures = [await fillBoth(folders.large, large, report)]
  figures.push(...(await storeFigures(folders, quick ? 50 : 200, report)))
  report('HTTP')
  return [...figures, ...(await httpFigures(folders, quick ? 100 : 400))]
}

/** Fills a folder; measures the rate at the end of the year against the beginning. */
async function fillBoth(folder: string, { listings, trades }: Scale, report: (text: string) => void): Promise<Figure> {
  mkdirSync(folder)
  const tenth = listings / 10
  let written = 0
  const rates: number[] = []
  let began = performance.now()
  function* counted() {
    for (const batch of listingBatches(listings)) {
      yield batch
      written += batch.rows
      if (written < (rates.length + 1) * tenth) continue
      rates.push((tenth * 1000) / (performance.now() - began))
      began = performance.now()
      report(`${written} listings written, the last ${tenth} at ${Math.round(rates.at(-1) ?? 0)} rows/s`)
    }
  }
  await fillListings({ dataDir: folder }, counted(), pageBytes)
  await fillTrades({ dataDir: folder }, tradeBatches(trades))
  const [first = NaN, last = NaN] = [rates[0], rates.at(-1)]
  const format = (rate: number) => `${Math.round(rate)} rows/s`
  return {
    figure: `intake with roll-ups, last tenth of ${listings} listings against the first`,
    measured: format(last),
    baseline: format(first),
    ratio: last / first,
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
    // The services begin with the snapshots, as after a stop.
    for (const { market } of [readers.large, readers.small]) await market.save()
    return [...loaded.figures, ...market, ...depth, ...prices, ...trades, follow]
  } finally {
    await Promise.all([readers.large.close(), readers.small.close()])
  }
}
