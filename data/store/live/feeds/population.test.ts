import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { InProcessLiveStore } from '../in-process-live-store.ts'
import { hour, minute, noon, post, sample, useNewStore } from '../test/test-live.ts'

let live: InProcessLiveStore
useNewStore((one) => {
  live = one
})

const online = async (from: number, to: number, limit = 1001) =>
  (await live.population.samples(from, to, limit)).value.map(({ num_online }) => num_online)

describe('the newest sample', () => {
  it('is null before there are samples', async () => {
    expect(await live.population.newest()).toEqual({ value: null, observedAt: null })
  })

  it('is that of the latest instant, in whatever order samples were received', async () => {
    await post(live, 'population', [sample(noon + hour, 7), sample(noon, 5)])
    await post(live, 'population', [sample(noon + minute, 6)])
    expect(await live.population.newest()).toEqual({
      value: { timestamp: '2026-03-04T13:00:00Z', num_online: 7, num_lobby: 1, num_dungeon: 6 },
      observedAt: noon + hour,
    })
  })
})

describe('a sample that is received again', () => {
  it('is a duplicate if it is equal', async () => {
    await post(live, 'population', [sample(noon, 5)])
    expect(await post(live, 'population', [sample(noon, 5)])).toMatchObject({ accepted: 0, duplicates: 1 })
    expect(await online(noon, noon + 1)).toEqual([5])
  })

  it('is a duplicate too if it differs: the first one stays', async () => {
    const both = [sample(noon, 5), sample(noon, 6)]
    expect(await post(live, 'population', both)).toMatchObject({ accepted: 1, duplicates: 1 })
    expect(await post(live, 'population', [sample(noon, 8)])).toMatchObject({ accepted: 0, duplicates: 1 })
    expect(await online(noon, noon + 1)).toEqual([5])
  })
})

describe('a window', () => {
  it('includes its first instant, excludes its last one, and is ascending', async () => {
    await post(
      live,
      'population',
      [4, 2, 0, 3, 1].map((count) => sample(noon + count, count + 1)),
    )
    expect(await online(noon + 1, noon + 3)).toEqual([2, 3])
    expect(await online(noon + 3, noon + 3)).toEqual([])
    expect(await online(noon - hour, noon + hour, 3)).toEqual([1, 2, 3])
  })

  it('equals that of a plain list', async () => {
    const reported = fc.array(
      fc.record({ at: fc.integer({ min: 0, max: 30 }), count: fc.integer({ min: 1, max: 9 }) }),
      {
        maxLength: 8,
      },
    )
    const edge = fc.integer({ min: -2, max: 33 })
    const held = new Map<number, number>()
    const property = fc.asyncProperty(reported, edge, edge, async (samples, from, to) => {
      await post(
        live,
        'population',
        samples.map(({ at: when, count }) => sample(noon + when, count)),
      )
      for (const { at: when, count } of samples) if (!held.has(when)) held.set(when, count)
      const inside = [...held].filter(([when]) => when >= from && when < to).sort(([a], [b]) => a - b)
      expect(await online(noon + from, noon + to)).toEqual(inside.map(([, count]) => count))
    })
    await fc.assert(property, { numRuns: 60 })
  })
})
