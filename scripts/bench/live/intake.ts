import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from '../measure/bench.ts'
import { compare } from '../measure/rounds.ts'
import { bareRows } from './bare-rows.ts'
import { fillListings } from './fill.ts'
import { listingBatches } from './synthetic-feeds.ts'

/** Rows a second of the intake, against the bare insert of the rows that result. */
export async function ingestFigures(folder: string, count: number, lines: number, rounds: number): Promise<Figure[]> {
  const perSecond: Record<'take' | 'rollUps' | 'both', [number, number][]> = { take: [], rollUps: [], both: [] }
  for (let round = 0; round <= rounds; round += 1) {
    const [filled, empty] = [join(folder, 'filled'), join(folder, 'bare')]
    mkdirSync(filled)
    const batches = [...listingBatches(count, lines)]
    const { takeMilliseconds, rollUpMilliseconds } = await fillListings(filled, batches)
    const bare = await bareRows(filled, empty, batches.length)
    for (const folder of [filled, empty]) rmSync(folder, { recursive: true })
    if (round === 0) continue
    const rate = (milliseconds: number) => (lines / milliseconds) * 1000
    perSecond.take.push([rate(takeMilliseconds), rate(bare.listings)])
    perSecond.rollUps.push([rate(rollUpMilliseconds), rate(bare.rollUps)])
    perSecond.both.push([rate(takeMilliseconds + rollUpMilliseconds), rate(bare.listings + bare.rollUps)])
  }
  const format = (rate: number) => `${Math.round(rate)} rows/s`
  const figure = (name: string, pairs: readonly [number, number][]): Figure => {
    const { measured, baseline, ratio } = compare(pairs)
    return {
      figure: `intake of ${lines} of ${count} listings, ${name}`,
      measured: format(measured),
      baseline: format(baseline),
      ratio,
    }
  }
  return [
    figure('lines alone', perSecond.take),
    figure('roll-ups alone', perSecond.rollUps),
    { ...figure('lines and roll-ups', perSecond.both), budget: { atLeast: 0.4 } },
  ]
}
