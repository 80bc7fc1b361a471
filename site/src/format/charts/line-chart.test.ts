import { describe, expect, it } from 'vitest'
import {
  barsPath,
  bandPath,
  beyondPath,
  box,
  clippedMax,
  dotsPath,
  linePath,
  roundTicks,
  runsOf,
  timeLabels,
  yOf,
} from './line-chart.ts'

const times = { low: 0, high: 100 }
const values = { low: 0, high: 10 }
const scales = { times, values }

describe('ticks', () => {
  it('are round and span every value', () => {
    expect(roundTicks([3, 97])).toEqual([0, 25, 50, 75, 100])
    expect(roundTicks([6503, 10_086])).toEqual([6000, 7000, 8000, 9000, 10_000, 11_000])
  })
  it('leave space around a flat line', () => {
    expect(roundTicks([140, 140])[0]).toBeLessThanOrEqual(140)
    expect(new Set(roundTicks([140])).size).toBeGreaterThan(1)
    expect(roundTicks([0]).length).toBeGreaterThan(1)
  })
  it('are integers if all values are: there is no rank 1.5', () => {
    expect(roundTicks([1, 2, 2])).toEqual([1, 2])
    expect(roundTicks([1, 1.5])).toContain(1.2)
  })
  it('have equal steps from the minimum: no rank is above the first', () => {
    expect(roundTicks([1, 10], 1)).toEqual([1, 4, 7, 10])
    expect(roundTicks([40, 57], 1)).toEqual([40, 45, 50, 55, 60])
    expect(roundTicks([1], 1)).toEqual([1, 2])
  })
})

describe('the upper end of the scale', () => {
  const usual = [540, 550, 560, 545, 555, 530, 570, 550]
  it('is the highest value if it is not far from the others', () => {
    expect(clippedMax(usual, [700, 900])).toBe(900)
    expect(clippedMax([100, 300, 500, 800, 1000], [1400])).toBe(1400)
  })
  it('is near the usual values if some are far above', () => {
    expect(clippedMax(usual, [3999])).toBeLessThan(900)
    expect(clippedMax([...usual, 2349], [3999])).toBeLessThan(900)
  })
  it('includes every reliable value', () => expect(clippedMax([...usual, 2300], [9000], [2300])).toBe(2300))
  it('is the highest value of lines without a band', () => expect(clippedMax([1, 1, 1, 90], [])).toBe(90))
})

describe('a line', () => {
  it('rises with its values, or falls if inverted', () => {
    expect(yOf(10, values)).toBe(0)
    expect(yOf(10, values, true)).toBe(box.height)
    expect(
      linePath(
        [
          [0, 0],
          [100, 10],
        ],
        scales,
      ),
    ).toBe('M0 300L1000 0')
  })
  it('is visible with a single point', () => expect(linePath([[50, 5]], scales)).toBe('M496 150H504'))
  it('holds each value until the next if stepped', () => {
    const steps = [
      [0, 0],
      [50, 10],
    ] as const
    expect(linePath(steps, scales, true)).toBe('M0 300H500V0')
  })
  it('ends where nothing was observed for longer than a step', () => {
    const at = (...hours: number[]) => hours.map((hour) => [hour, hour] as const)
    expect(runsOf(at(0, 4, 8, 20, 40, 44), 4)).toEqual([at(0, 4, 8), at(20), at(40, 44)])
    expect(runsOf(at(0, 4, 80), Infinity)).toEqual([at(0, 4, 80)])
    expect(runsOf([], 4)).toEqual([])
  })
  it('has dots at single points', () => expect(dotsPath([[50, 5]], scales)).toBe('M500 150h0'))
  it('forms a closed band with another line', () => {
    expect(
      bandPath(
        [
          [0, 0],
          [100, 0],
        ],
        [
          [0, 5],
          [100, 5],
        ],
        scales,
      ),
    ).toBe('M0 150L1000 150L1000 300L0 300Z')
  })
})

it('bars are in the lowest quarter', () => {
  expect(barsPath([[50, 8]], times)).toBe('M492 300V225H508V300Z')
})

it('labels of instants are as detailed as the span requires', () => {
  expect(timeLabels({ low: 0, high: 86_400_000 }, 'en', 2)).toEqual(['Thu 00:00', 'Fri 00:00'])
  expect(timeLabels({ low: 0, high: 8 * 86_400_000 }, 'en', 2)).toEqual(['Jan 1', 'Jan 9'])
})

it('values above the scale have a mark at the edge', () => {
  const points = [
    [0, 5],
    [50, 90],
  ] as const
  expect(beyondPath(points, scales)).toBe('M500 0l-5 8h10Z')
  expect(beyondPath(points, { ...scales, isInverted: true })).toBe('M500 300l-5 -8h10Z')
})
