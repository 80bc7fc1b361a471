import { describe, expect, it } from 'vitest'
import type { ChartColumn } from './chart-data.ts'
import { planChart } from './chart-plan.ts'

const hour = 3_600_000
const line = (...values: number[]): ChartColumn => ({ label: 'Median', draw: 'line', values })
const band = (values: number[]): ChartColumn[] => [
  { label: 'Least', draw: 'low', values: values.map(() => 500) },
  { label: 'Most', draw: 'high', values },
]
const times = [0, 1, 2, 3, 4].map((at) => at * hour)

describe('the plan of a chart', () => {
  it('clips outliers near the usual values, and reports the highest value', () => {
    const plan = planChart({
      times,
      columns: [line(550, 540, 2300, 560, 550), ...band([600, 600, 4000, 600, 600])],
      uncertain: [true, true, true, true, true],
    })
    expect(plan.values.high).toBeLessThanOrEqual(1000)
    expect(plan.beyond).toBe(4000)
  })

  it('never clips reliable values, and clips nothing without outliers', () => {
    const plan = planChart({ times, columns: [line(550, 540, 2300, 560, 550), ...band([600, 600, 2400, 600, 600])] })
    expect(plan.values.high).toBeGreaterThanOrEqual(2300)
    expect(planChart({ times, columns: [line(1, 2, 3, 4, 5)] }).beyond).toBeUndefined()
  })

  it('has space for bars below the lowest value', () => {
    const bars: ChartColumn = { label: 'In stock', draw: 'bars', values: [4, 5, 6] }
    expect(planChart({ times, columns: [line(15, 17, 16), bars] }).ticks).toEqual([14, 15, 16, 17])
    expect(planChart({ times, columns: [line(0, 2, 1), bars] }).ticks).toEqual([0, 1, 2])
    expect(planChart({ times, columns: [line(15, 17, 16)] }).ticks).toEqual([15, 16, 17])
  })

  it('has half a step of space at both ends, or a given span', () => {
    expect(planChart({ times, columns: [line(1, 2)], step: hour }).span).toEqual({ low: -hour / 2, high: 4.5 * hour })
    expect(planChart({ times, columns: [line(1, 2)] }).span).toEqual({ low: 0, high: 4 * hour })
    expect(planChart({ times: [hour], columns: [line(1)] }).span).toEqual({ low: 0, high: 2 * hour })
    expect(planChart({ times: [hour], columns: [line(1)], step: Infinity }).span).toEqual({ low: 0, high: 2 * hour })
    expect(planChart({ times, columns: [line(1, 2)], span: { low: 0, high: 9 } }).span).toEqual({ low: 0, high: 9 })
  })
})
