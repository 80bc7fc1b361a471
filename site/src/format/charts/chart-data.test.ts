import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { formatPoint, type ChartColumn } from './chart-data.ts'
import { chartOptions, type ChartSettings } from '../../browser/charts/chart-options.ts'
import { priceChart } from '../../features/market/price-chart.ts'
import { inEnglish } from '../../messages/catalogs.ts'

const noon = Date.parse('2026-03-04T12:00:00Z') / 1000
const line = (label: string, ...values: number[]): ChartColumn => ({ label, draw: 'line', values })

describe('a point in words', () => {
  it('has its instant in UTC and every value with its label', () => {
    const columns = [line('Median', 12.3456), line('Volume', 1234567)]
    expect(formatPoint({ times: [noon], columns }, 0, inEnglish)).toBe(
      'Mar 4, 2026, 12:00 UTC: Median 12.35, Volume 1,234,567',
    )
  })

  it('omits missing values of columns that are not drawn', () => {
    const columns = [line('Rank', 3), { label: 'Score', draw: 'none', values: [NaN] } as const]
    expect(formatPoint({ times: [noon], columns }, 0, inEnglish)).toBe('Mar 4, 2026, 12:00 UTC: Rank 3')
  })

  it('includes columns that are not drawn', () => {
    const timestamp = '2026-03-04T12:00:00Z'
    const { columns } = priceChart(
      [{ timestamp, median: 5, avg: 6, min: 1, max: 9, volume: 4, listings: 2 }],
      '1h',
      inEnglish,
    )
    expect(formatPoint({ times: [noon], columns }, 0, inEnglish)).toMatch(
      /Median price 5, Average price 6, Lowest price 1, Highest price 9, Pieces listed 4, Listings 2$/,
    )
  })
})

describe('how a chart is drawn', () => {
  const host = { clientWidth: 640 } as HTMLElement
  const settings: ChartSettings = {
    locale: 'en',
    isInverted: false,
    ticks: [0, 5, 10],
    span: [noon, noon + 14_400],
    step: Infinity,
  }
  const optionsOf = (columns: readonly ChartColumn[], more: Partial<ChartSettings> = {}) =>
    chartOptions(host, columns, { ...settings, ...more }, () => undefined)
  beforeEach(() => {
    vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: (name: string) => ` <${name}>` }))
  })
  afterEach(() => void vi.unstubAllGlobals())

  const band: readonly ChartColumn[] = [
    line('Median', 2, 3),
    { label: 'Least', draw: 'low', values: [1, 1] },
    { label: 'Most', draw: 'high', values: [4, 5] },
    line('Average', 2.5, 3),
  ]

  it('lines have the colours of the theme in order, whatever is between them, and differ without colour too', () => {
    const { series } = optionsOf(band)
    expect(series[1]).toMatchObject({ label: 'Median', stroke: '<--series-1>', dash: [] })
    expect(series[4]).toMatchObject({ label: 'Average', stroke: '<--series-2>', dash: [6, 4] })
  })

  it('a band is filled between its edges, which have no line', () => {
    const { bands, series } = optionsOf(band)
    expect(bands).toMatchObject([{ series: [3, 2] }])
    expect(series[2]).toMatchObject({ width: 0, stroke: 'transparent' })
    expect(optionsOf(band.slice(0, 2)).bands).toEqual([])
  })

  it('bars fill the lower quarter on their own scale; columns that are not drawn are hidden', () => {
    const { series, scales } = optionsOf([
      { label: 'Volume', draw: 'bars', values: [1] },
      { label: 'Listings', draw: 'none', values: [1] },
    ])
    expect(series[1]).toMatchObject({ scale: 'bars', fill: '<--bars>' })
    expect(series[2]).toMatchObject({ show: false })
    const range = scales?.bars?.range
    if (typeof range !== 'function') throw new Error('Bars are on the scale of the lines')
    const ends = (max: number) => Reflect.apply(range, undefined, [undefined, 0, max, 'bars']) as unknown
    expect(ends(25)).toEqual([0, 100])
    expect(ends(0)).toEqual([0, 4])
  })

  it('ranks have an inverted scale', () => {
    expect(optionsOf(band, { locale: 'en', isInverted: true }).scales?.y).toMatchObject({ dir: -1 })
    expect(optionsOf(band).scales?.y).toMatchObject({ dir: 1 })
  })

  it('the scale has the values of the picture, with some space around them', () => {
    const { axes, scales } = optionsOf(band)
    const plot = { series: [{ idxs: [0, 1] }], data: [[noon, noon + 14_400]] }
    expect(Reflect.apply(scales?.y?.range as () => unknown, undefined, [plot])).toEqual([-0.2, 10.2])
    expect(Reflect.apply(axes?.[1]?.splits as () => unknown, undefined, [])).toEqual([0, 5, 10])
    expect(scales?.x).toMatchObject({ min: noon, max: noon + 14_400 })
  })

  it('the crosshair dims nothing', () => expect(optionsOf(band).cursor?.focus).toBeUndefined())

  it('a line has gaps where nothing was observed for longer than a step, and single points are shown', () => {
    const hours = [0, 1, 2, 6, 12, 13].map((hour) => hour * 3600)
    const plot = { data: [hours], valToPos: (at: number) => at / 3600 }
    const { gaps, points } = optionsOf(band, { step: 3600 }).series[1] ?? {}
    expect(Reflect.apply(gaps as () => unknown, undefined, [plot, 1, 0, 5, []])).toEqual([
      [2, 6],
      [6, 12],
    ])
    const filter = points?.filter as () => unknown
    expect(Reflect.apply(filter, undefined, [plot, 1, false])).toEqual([3])
    expect(Reflect.apply(filter, undefined, [plot, 1, true])).toBeNull()
  })

  it('ticks are days at midnight and hours otherwise, in UTC', () => {
    const values = optionsOf(band).axes?.[0]?.values as (plot: unknown, ticks: number[]) => string[]
    expect(values(undefined, [noon, noon + 43_200])).toEqual(['12:00', 'Mar 5'])
  })
})
