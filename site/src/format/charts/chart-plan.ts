import { isLine, type ChartColumn } from './chart-data.ts'
import { clippedMax, extentOf, roundTicks, type Extent } from './line-chart.ts'

export interface ChartInput {
  /** Milliseconds, ascending. */
  readonly times: readonly number[]
  readonly columns: readonly ChartColumn[]
  /** The usual time between two points, in ms. A much longer gap means that nothing was observed; no line crosses it. */
  readonly step?: number
  /** The time span, for charts that are compared with each other; by default that of the points. */
  readonly span?: Extent
  /** The least possible value. */
  readonly min?: number
  /** For each point of `times`, true if it is based on few observations. */
  readonly uncertain?: readonly boolean[]
}

/** The columns that a chart draws, and their scales. */
export interface ChartPlan {
  readonly lines: readonly ChartColumn[]
  readonly band?: { readonly low: ChartColumn; readonly high: ChartColumn }
  readonly bars?: ChartColumn
  readonly ticks: readonly number[]
  readonly values: Extent
  readonly span: Extent
  readonly step: number
  /** The highest value, if it is above the scale. */
  readonly beyond?: number
}

const hourMs = 3_600_000

export function planChart({ times, columns, step, span, min, uncertain = [] }: ChartInput): ChartPlan {
  const lines = columns.filter(isLine)
  const drawnAs = (draw: string) => columns.find((column) => column.draw === draw)
  const [low, high, bars] = [drawnAs('low'), drawnAs('high'), drawnAs('bars')]
  const ofLines = lines.flatMap(({ values }) => values)
  const sure = lines[0]?.values.filter((_, at) => !uncertain[at])
  const max = clippedMax(ofLines, high?.values ?? [], sure)
  const displayed = [...ofLines.filter((value) => value <= max), ...(low?.values ?? []), max]
  const round = roundTicks(displayed, min)
  const ticks = bars ? withFoot(round, Math.min(...displayed)) : round
  const values = extentOf(ticks)
  const highest = Math.max(...ofLines, ...(high?.values ?? []))
  return {
    ...{ lines, ...(low && high && { band: { low, high } }), ...(bars && { bars }) },
    ...{ ticks, values, step: step ?? Infinity },
    span: span ?? spanOf(times, step),
    ...(highest > values.high && { beyond: highest }),
  }
}

/** Adds a tick below the least value if that value is at the lower edge, where the bars are; ticks never go below 0. */
function withFoot(ticks: readonly number[], min: number): readonly number[] {
  const [first = 0, second = 1] = ticks
  return first === min && first > 0 ? [Math.max(0, first - (second - first)), ...ticks] : ticks
}

/** The span of the points, with half a step at both ends so that the first and last points are drawn completely. */
function spanOf(times: readonly number[], step = Infinity): Extent {
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const room = Number.isFinite(step) ? step / 2 : first === last ? hourMs : 0
  return { low: first - room, high: last + room }
}
