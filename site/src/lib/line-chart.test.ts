import { describe, expect, it } from 'vitest'
import { barsPath, bandPath, box, linePath, roundTicks, timeLabels, yOf } from './line-chart.ts'

const times = { low: 0, high: 100 }
const values = { low: 0, high: 10 }

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
  it('begin at zero where asked to', () => expect(roundTicks([80, 90], 4, true)[0]).toBe(0))
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
        times,
        values,
      ),
    ).toBe('M0 300L1000 0')
  })
  it('of one point is still seen', () => expect(linePath([[50, 5]], times, values)).toBe('M496 150H504'))
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
        times,
        values,
      ),
    ).toBe('M0 150L1000 150L1000 300L0 300Z')
  })
})

it('bars stay in the lowest quarter', () => {
  expect(barsPath([[50, 8]], times)).toBe('M492 300V225H508V300Z')
})

it('labels of instants say as much as the span asks for', () => {
  expect(timeLabels({ low: 0, high: 86_400_000 }, 2)).toEqual(['Thu 00:00', 'Fri 00:00'])
  expect(timeLabels({ low: 0, high: 8 * 86_400_000 }, 2)).toEqual(['1 Jan', '9 Jan'])
})
