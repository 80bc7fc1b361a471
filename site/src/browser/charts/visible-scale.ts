import type uPlot from 'uplot'
import { planOf } from '../../format/charts/chart-plan.ts'
import type { ChartColumn } from '../../format/charts/chart-data.ts'

/** The scale of the values that are seen: it follows the zoom. */
export class VisibleScale {
  readonly #columns: readonly ChartColumn[]
  readonly #all: readonly number[]
  #ticks: readonly number[]

  /** `ticks` are those of all values. */
  constructor(columns: readonly ChartColumn[], ticks: readonly number[]) {
    this.#columns = columns
    this.#all = ticks
    this.#ticks = ticks
  }

  /** Round values, of which the first and the last are its ends. */
  get ticks(): number[] {
    return [...this.#ticks]
  }

  /** Its ends for what a plot shows now, with a little room. */
  range(plot: Pick<uPlot, 'series' | 'data'>): [low: number, high: number] {
    const last = plot.data[0].length - 1
    const [from, to] = plot.series[0]?.idxs ?? [0, last]
    this.#ticks = from <= 0 && to >= last ? this.#all : this.#ticksOf(from, to)
    const [low = 0, high = 1] = [this.#ticks[0], this.#ticks.at(-1)]
    const room = (high - low) / 50
    return [low - room, high + room]
  }

  /** With the neighbours, to which lines lead. */
  #ticksOf(from: number, to: number): readonly number[] {
    const columns = this.#columns.map((column) => ({
      ...column,
      values: column.values.slice(Math.max(0, from - 1), to + 2),
    }))
    const [lowest = 0] = this.#all
    return planOf({ times: [], columns, ...(lowest >= 0 && { min: 0 }) }).ticks
  }

  /** Places in the data whose highest value lies beyond the scale. */
  beyond(from: number, to: number): number[] {
    const high = this.#ticks.at(-1) ?? Infinity
    const drawn = this.#columns.filter(({ draw }) => draw !== 'bars' && draw !== 'none')
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at).filter((at) =>
      drawn.some(({ values }) => (values[at] ?? 0) > high),
    )
  }
}
