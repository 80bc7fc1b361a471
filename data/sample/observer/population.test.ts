import { describe, expect, it } from 'vitest'
import { activity } from './activity.ts'
import { dayMs, minuteMs, weekMs } from './calendar.ts'
import { linesOf } from '../test/read-observations.ts'

interface Sample {
  readonly timestamp: string
  readonly num_online: number
  readonly num_lobby: number
  readonly num_dungeon: number
}

const monday = '2026-08-17T00:00:00Z'
const samples = linesOf<Sample>('full', 'population', monday, new Date(Date.parse(monday) + weekMs).toISOString())
const mean = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length
const online = (isMeant: (at: Date) => boolean): number =>
  mean(samples.filter(({ timestamp }) => isMeant(new Date(timestamp))).map(({ num_online }) => num_online))

describe('samples', () => {
  it('come every five minutes', () => {
    expect(samples).toHaveLength(weekMs / (5 * minuteMs))
    for (const [index, { timestamp }] of samples.entries())
      expect(Date.parse(timestamp)).toBe(Date.parse(monday) + index * 5 * minuteMs)
  })

  it('count every player once, and have players everywhere', () => {
    for (const { num_online, num_lobby, num_dungeon } of samples) {
      expect(num_lobby + num_dungeon).toBe(num_online)
      expect(Math.min(num_lobby, num_dungeon)).toBeGreaterThan(100)
    }
  })

  it('change little from one to the next', () => {
    const steps = samples.slice(1).map(({ num_online }, i) => num_online / (samples[i]?.num_online ?? num_online))
    // The patch of a Tuesday is no little step.
    expect(steps.filter((step) => Math.abs(step - 1) > 0.06).length).toBeLessThanOrEqual(1)
  })
})

describe('the curve', () => {
  it('peaks in the evening and is low in the morning', () => {
    const evening = online((at) => at.getUTCHours() >= 18 && at.getUTCHours() < 22)
    expect(evening).toBeGreaterThan(1.6 * online((at) => at.getUTCHours() >= 6 && at.getUTCHours() < 9))
  })

  it('is higher on weekends', () => {
    const isWeekend = (at: Date): boolean => at.getUTCDay() % 6 === 0
    expect(online(isWeekend)).toBeGreaterThan(1.1 * online((at) => !isWeekend(at)))
  })

  it('rises with a patch and settles', () => {
    const patched = Date.parse('2026-07-28T10:00:00Z')
    const after = activity(patched + minuteMs)
    expect(after).toBeGreaterThan(1.3 * activity(patched - minuteMs))
    expect(activity(patched + 2 * weekMs - dayMs * 7)).toBeLessThan(0.85 * after)
  })

  it('keeps its level over the years', () => {
    const weeks = Array.from({ length: 260 }, (_, week) => Date.parse('2026-01-05T00:00:00Z') + week * weekMs)
    for (const week of weeks) {
      const hours = Array.from({ length: 84 }, (_, n) => activity(week + n * (weekMs / 84)))
      expect(mean(hours)).toBeGreaterThan(0.9)
      expect(mean(hours)).toBeLessThan(1.5)
      expect(Math.min(...hours)).toBeGreaterThan(0.3)
      expect(Math.max(...hours)).toBeLessThan(3)
    }
  })
})
