import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rowsOf, readSample, stringsIn } from '../test/read-sample.ts'
import { rowKey, type Json, type Row } from '../rows.ts'
import type { Scale } from '../scale.ts'
import { dayMs, hourMs } from './calendar.ts'
import { newestWorld } from './newest-world.ts'
import { observerOf } from '../test/read-observations.ts'
import { SimulatedObserver, type Observation } from './simulated-observer.ts'
import { inLongForm } from '../../../scripts/test/long-form.ts'

const someday = Date.parse('2026-08-11T07:31:12.345Z')

/** When a line was observed, as far as it says so itself. */
function timeOf({ line }: Observation): number | undefined {
  const { captured_at, timestamp } = line
  const reported = captured_at ?? timestamp
  return typeof reported === 'string' ? Date.parse(reported) : undefined
}

describe('time', () => {
  const observer = observerOf('small')
  const instants = fc.integer({ min: Date.parse('2026-01-01T00:00:00Z'), max: Date.parse('2030-12-31T00:00:00Z') })
  // Not of `fc.double`, most of whose numbers are next to zero or one.
  const share = fc.nat(1000).map((thousandths) => thousandths / 1000)
  const cuts = fc.array(share, { minLength: 1, maxLength: 4 })

  it('may be split into any intervals', () => {
    const property = fc.property(instants, fc.integer({ min: 1, max: 9 * hourMs }), cuts, (from, span, shares) => {
      const edges = [0, ...shares.sort((a, b) => a - b), 1].map((part) => from + Math.round(part * span))
      const pieces = edges.slice(1).flatMap((to, index) => [...observer.between(edges[index] ?? to, to)])
      expect(pieces).toEqual([...observer.between(from, from + span)])
    })
    fc.assert(property, { numRuns: inLongForm(60, 15) })
  })

  it('may be split at the instant of an observation', () => {
    const whole = [...observer.between(someday, someday + dayMs)]
    for (const observation of whole.filter((_, index) => index % 97 === 0)) {
      const cut = timeOf(observation)
      if (cut === undefined || cut < someday) continue
      expect([...observer.between(someday, cut), ...observer.between(cut, someday + dayMs)]).toEqual(whole)
    }
  })

  it('is the only input: another observer returns the same', () => {
    expect([...observer.between(someday - 3 * hourMs, someday)]).not.toEqual([])
    const other = new SimulatedObserver({ scale: 'small' })
    expect([...other.between(someday, someday + dayMs)]).toEqual([...observer.between(someday, someday + dayMs)])
  })

  it('yields nothing for an empty interval', () => {
    expect([...observer.between(someday, someday)]).toEqual([])
    expect([...observer.between(someday, someday - dayMs)]).toEqual([])
  })

  it('orders observations, all within the interval', () => {
    const from = Date.parse('2026-08-10T00:00:00Z')
    const reported = [...observer.between(from, from + 2 * dayMs)].map(timeOf).filter((at) => at !== undefined)
    expect(reported.length).toBeGreaterThan(1000)
    expect(reported).toEqual([...reported].sort((a, b) => a - b))
    expect(reported[0]).toBeGreaterThanOrEqual(from)
    expect(reported.at(-1)).toBeLessThan(from + 2 * dayMs)
  })
})

describe.each<Scale>(['full', 'small'])('the %s world', async (scale) => {
  const [, , , last] = await readSample(scale)
  const known = new Set(Object.keys(last.tables).flatMap((resource) => rowsOf(last, resource).map(({ id }) => id)))

  it('is observed at the newest patch of main', () => {
    const world = newestWorld(scale)
    const bare = (rows: readonly Row[]): unknown =>
      JSON.parse(JSON.stringify([...rows].sort((a, b) => (rowKey(a) < rowKey(b) ? -1 : 1))))
    for (const resource of ['items', 'merchants', 'quests', 'classes'] as const)
      expect(bare(world.rows(resource))).toEqual(bare(rowsOf(last, resource)))
  })

  it('has every item, merchant, quest and class in observations', () => {
    const met = new Set<string>()
    const classes = new Set<unknown>()
    for (const { line } of observerOf(scale).between(someday, someday + dayMs)) {
      for (const text of stringsIn(line as Json)) if (/^id\.(item|merchant|quest)\./.test(text)) met.add(text)
      const { archetype, sender_class, entry } = line as { archetype?: string; sender_class?: string; entry?: Entry }
      if (archetype) met.delete(archetype)
      classes.add(sender_class).add(entry?.character_class)
    }
    expect([...met].filter((id) => !known.has(id))).toEqual([])
    classes.delete(undefined)
    expect([...classes].filter((slug) => !known.has(`id.player_character.${String(slug)}`))).toEqual([])
    expect(classes.size).toBe(rowsOf(last, 'classes').length)
  })
})

interface Entry {
  readonly character_class: string
}

it('observes plausible numbers of lines in eight days', () => {
  const counts: Record<string, number> = {}
  for (const { feed } of observerOf('full').between(someday, someday + 8 * dayMs))
    counts[feed] = (counts[feed] ?? 0) + 1
  const expected = {
    market: 60_000,
    trades: 25_000,
    population: 2304,
    'merchant-stock': 27_500,
    'merchant-quests': 4500,
    leaderboards: 36_000,
  }
  expect(Object.keys(counts).sort()).toEqual(Object.keys(expected).sort())
  for (const [feed, count] of Object.entries(expected)) {
    expect(counts[feed], feed).toBeGreaterThan(0.8 * count)
    expect(counts[feed], feed).toBeLessThan(1.25 * count)
  }
})
