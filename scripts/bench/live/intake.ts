import { LiveWriter } from '../../../data/store/live/intake/live-writer.ts'
import { comparedFigure, inUnit, type Bench, type Budget, type Figure } from '../measure/bench.ts'
import { compare, timed } from '../measure/rounds.ts'
import { fillListings, noKnownItems } from './fill.ts'
import { pageBytes, postgresEngine, sqliteEngine, type BareStore, type IntakeEngine } from './intake-engines.ts'
import { listingBatches, type LineBatch } from './synthetic-feeds.ts'

/** Number of listings of the synthetic year, of which only the first are used. */
const yearListings = 5_000_000

export const intakeBench: Bench = async ({ quick, folder, report }) => {
  const postgres = await postgresEngine(folder)
  if (!postgres) report('no PostgreSQL server: its figures are left out')
  const figures: Figure[] = []
  for (const engine of [sqliteEngine(folder), postgres]) {
    if (!engine) continue
    report(engine.name)
    figures.push(...(await intakeFigures(engine, quick ? 20_000 : 100_000, quick ? 3 : 5)))
  }
  return figures
}

/** Compares the rows per second of the intake with a bare insert of the resulting rows. */
async function intakeFigures(engine: IntakeEngine, lines: number, rounds: number): Promise<Figure[]> {
  const batches = [...listingBatches(yearListings, lines)]
  const perSecond: Record<'take' | 'both', [number, number][]> = { take: [], both: [] }
  for (let round = 0; round <= rounds; round += 1) {
    const { take, rollUps, bareTake, bareRollUps } = await measure(engine, batches)
    if (round === 0) continue
    const rate = (milliseconds: number) => (lines / milliseconds) * 1000
    perSecond.take.push([rate(take), rate(bareTake)])
    perSecond.both.push([rate(take + rollUps), rate(bareTake + bareRollUps)])
  }
  const figure = (name: string, pairs: readonly [number, number][], budget?: Budget) => {
    const what = `${engine.name}: ${lines} ${name}, against a bare multi-row insert`
    return comparedFigure(what, compare(pairs), inUnit('rows/s'), budget)
  }
  return [figure('listings', perSecond.take, { atLeast: 0.5 }), figure('listings and their roll-ups', perSecond.both)]
}

async function measure(engine: IntakeEngine, batches: readonly LineBatch[]) {
  const [filled, empty] = [await engine.open(), await engine.open()]
  try {
    const { takeMilliseconds, rollUpMilliseconds } = await fillListings(filled.location, batches, pageBytes)
    await (await LiveWriter.open(empty.location, noKnownItems)).close()
    return {
      take: takeMilliseconds,
      rollUps: rollUpMilliseconds,
      bareTake: await copy(filled, empty, 'listings', 'number', batches.length),
      bareRollUps: await copy(filled, empty, 'price_roll_ups', 'start', batches.length),
    }
  } finally {
    await Promise.all([filled.close(), empty.close()])
  }
}

/**
 * Measures the milliseconds of inserting the rows of a table into the same table of another store, in the same number
 * of transactions.
 */
async function copy(from: BareStore, to: BareStore, table: string, order: string, transactions: number) {
  const rows = await from.rows(table, order)
  const size = Math.min(Math.ceil(rows.length / transactions), maxRows)
  return timed(async () => {
    for (let at = 0; at < rows.length; at += size) await to.insert(table, rows.slice(at, at + size))
  })
}

/** PostgreSQL allows 65,535 values in a statement. */
const maxRows = 3000
