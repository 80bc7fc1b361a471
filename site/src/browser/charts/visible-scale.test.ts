import { describe, expect, it } from 'vitest'
import type { ChartColumn } from '../../format/charts/chart-data.ts'
import { VisibleScale } from './visible-scale.ts'

const median: ChartColumn = { label: 'Median price', draw: 'line', values: [10, 12, 11, 100, 110, 105] }
const highest: ChartColumn = { label: 'Highest price', draw: 'high', values: [12, 9000, 13, 120, 125, 110] }
const ticks = [0, 50, 100, 150]
const plotOf = (from: number, to: number) =>
  ({ series: [{ idxs: [from, to] }], data: [[0, 1, 2, 3, 4, 5]] }) as unknown as Parameters<VisibleScale['range']>[0]

describe('VisibleScale', () => {
  it('has the ticks of the whole chart if all of it is visible', () => {
    const scale = new VisibleScale([median, highest], ticks)
    expect(scale.range(plotOf(0, 5))).toEqual([-3, 153])
    expect(scale.ticks).toEqual(ticks)
  })

  it('fits the visible values when zoomed in and is restored when zoomed out', () => {
    const scale = new VisibleScale([median], ticks)
    scale.range(plotOf(4, 5))
    expect([scale.ticks[0], scale.ticks.at(-1)]).toEqual([99, 111])
    scale.range(plotOf(0, 1))
    expect([scale.ticks[0], scale.ticks.at(-1)]).toEqual([10, 12])
    scale.range(plotOf(0, 5))
    expect(scale.ticks).toEqual(ticks)
  })

  it('ends near the usual values and reports the points beyond it', () => {
    const scale = new VisibleScale([median, highest], ticks)
    scale.range(plotOf(0, 5))
    expect(scale.beyond(0, 5)).toEqual([1])
    scale.range(plotOf(0, 1))
    expect(scale.ticks.at(-1)).toBeLessThan(100)
    expect(scale.beyond(0, 1)).toEqual([1])
    expect(scale.beyond(2, 2)).toEqual([])
  })
})
