import { expect, it } from 'vitest'
import { memorySlope } from './memory-slope.ts'

it('is the slope of a line, also for samples around the line', () => {
  const line = [0, 1, 2, 3].map((hours) => ({ hours, megabytes: 200 + 5 * hours }))
  expect(memorySlope(line)).toBeCloseTo(5)
  expect(
    memorySlope(line.map((one, at) => ({ ...one, megabytes: one.megabytes + (at === 0 || at === 3 ? 1 : -1) }))),
  ).toBeCloseTo(5)
  expect(memorySlope([0, 1, 2].map((hours) => ({ hours, megabytes: 200 })))).toBe(0)
})
