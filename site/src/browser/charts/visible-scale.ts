import type uPlot from 'uplot'
import { planChart } from '../../format/charts/chart-plan.ts'
import type { ChartColumn } from '../../format/charts/chart-data.ts'

/** The value axis of a chart. It fits the part of the chart that is visible, so it changes with the zoom. */
export class VisibleScale {
  readonly #columns: readonly ChartColumn[]
  readonly #all: readonly number[]
  #ticks: readonly number[]

  /** `ticks` are the ticks of the whole chart. */
  constructor(columns: readonly ChartColumn[], ticks: readonly number[]) {
    this.#columns = columns
    this.#all = ticks
    this.#ticks = ticks
  }

  /** Round values; the first and the last are the ends of the scale. */
  get ticks(): number[] {
    return [...this.#ticks]
  }

  /** Fits the scale to what `plot` shows now. Returns its ends, with a margin of 2 % on both sides. */
  range(plot: Pick<uPlot, 'series' | 'data'>): [low: number, high: number] {
    const last = plot.data[0].length - 1
    const [from, to] = plot.series[0]?.idxs ?? [0, last]
    this.#ticks = from <= 0 && to >= last ? this.#all : this.#ticksOf(from, to)
    const [low = 0, high = 1] = [this.#ticks[0], this.#ticks.at(-1)]
    const room = (high - low) / 50
    return [low - room, high + room]
  }

  /** Includes the neighbours on both sides, because lines are drawn to them. */
  #ticksOf(from: number, to: number): readonly number[] {
    const columns = this.#columns.map((column) => ({
      ...column,
      values: column.values.slice(Math.max(0, from - 1), to + 2),
    }))
    const [lowest = 0] = this.#all
    return planChart({ times: [], columns, ...(lowest >= 0 && { min: 0 }) }).ticks
  }

  /** Returns the indexes from `from` to `to` at which a value is higher than the scale. */
  beyond(from: number, to: number): number[] {
    const high = this.#ticks.at(-1) ?? Infinity
    const drawn = this.#columns.filter(({ draw }) => draw !== 'bars' && draw !== 'none')
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at).filter((at) =>
      drawn.some(({ values }) => (values[at] ?? 0) > high),
    )
  }
}
