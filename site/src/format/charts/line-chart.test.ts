import { describe, expect, it } from 'vitest'
import {
  barsPath,
  bandPath,
  beyondPath,
  box,
  cutAt,
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
  it('are round and hold every value', () => {
    expect(roundTicks([3, 97])).toEqual([0, 25, 50, 75, 100])
    expect(roundTicks([6503, 10_086])).toEqual([6000, 7000, 8000, 9000, 10_000, 11_000])
  })
  it('give a flat line room', () => {
    expect(roundTicks([140, 140])[0]).toBeLessThanOrEqual(140)
    expect(new Set(roundTicks([140])).size).toBeGreaterThan(1)
    expect(roundTicks([0]).length).toBeGreaterThan(1)
  })
  it('are whole where the values are: there is no rank of one and a half', () => {
    expect(roundTicks([1, 2, 2])).toEqual([1, 2])
    expect(roundTicks([1, 1.5])).toContain(1.2)
  })
  it('have equal steps from the least that there can be: no rank is above the first', () => {
    expect(roundTicks([1, 10], 1)).toEqual([1, 4, 7, 10])
    expect(roundTicks([40, 57], 1)).toEqual([40, 45, 50, 55, 60])
    expect(roundTicks([1], 1)).toEqual([1, 2])
  })
})

describe('where values end', () => {
  const usual = [540, 550, 560, 545, 555, 530, 570, 550]
  it('is at the highest, where it is not far from the others', () => {
    expect(cutAt(usual, [700, 900])).toBe(900)
    expect(cutAt([100, 300, 500, 800, 1000], [1400])).toBe(1400)
  })
  it('is near the usual values, where some are far beyond', () => {
    expect(cutAt(usual, [3999])).toBeLessThan(900)
    expect(cutAt([...usual, 2349], [3999])).toBeLessThan(900)
  })
  it('is beyond every value that is sure', () => expect(cutAt([...usual, 2300], [9000], [2300])).toBe(2300))
  it('is the highest of lines that have no band', () => expect(cutAt([1, 1, 1, 90], [])).toBe(90))
})

describe('a line', () => {
  it('goes up with its values, down where low is better', () => {
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
  it('of one point is still seen', () => expect(linePath([[50, 5]], scales)).toBe('M496 150H504'))
  it('holds its value until the next where it is stepped', () => {
    const steps = [
      [0, 0],
      [50, 10],
    ] as const
    expect(linePath(steps, scales, true)).toBe('M0 300H500V0')
  })
  it('ends where nothing was seen for longer than a step', () => {
    const at = (...hours: number[]) => hours.map((hour) => [hour, hour] as const)
    expect(runsOf(at(0, 4, 8, 20, 40, 44), 4)).toEqual([at(0, 4, 8), at(20), at(40, 44)])
    expect(runsOf(at(0, 4, 80), Infinity)).toEqual([at(0, 4, 80)])
    expect(runsOf([], 4)).toEqual([])
  })
  it('has dots at single points', () => expect(dotsPath([[50, 5]], scales)).toBe('M500 150h0'))
  it('and another make a band that is closed', () => {
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

it('bars stay in the lowest quarter', () => {
  expect(barsPath([[50, 8]], times)).toBe('M492 300V225H508V300Z')
})

it('labels of instants say as much as the span asks for', () => {
  expect(timeLabels({ low: 0, high: 86_400_000 }, 'en', 2)).toEqual(['Thu 00:00', 'Fri 00:00'])
  expect(timeLabels({ low: 0, high: 8 * 86_400_000 }, 'en', 2)).toEqual(['Jan 1', 'Jan 9'])
})

it('what lies beyond the picture has a mark at its edge', () => {
  const points = [
    [0, 5],
    [50, 90],
  ] as const
  expect(beyondPath(points, scales)).toBe('M500 0l-5 8h10Z')
  expect(beyondPath(points, { ...scales, isInverted: true })).toBe('M500 300l-5 -8h10Z')
})
