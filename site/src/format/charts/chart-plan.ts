import { isLine, type ChartColumn } from './chart-data.ts'
import { cutAt, extentOf, roundTicks, type Extent } from './line-chart.ts'

export interface ChartInput {
  /** Milliseconds, ascending. */
  readonly times: readonly number[]
  readonly columns: readonly ChartColumn[]
  /** The usual time from one point to the next, ms: where it is far longer, nothing was seen, and no line is drawn. */
  readonly step?: number
  /** From when to when, where others are to be compared with it; as long as there are points by default. */
  readonly span?: Extent
  /** No value can be less. */
  readonly min?: number
  /** Points that rest on little, at their places in `times`. */
  readonly unsure?: readonly boolean[]
}

/** What a chart shows of its columns, and on which scales. */
export interface ChartPlan {
  readonly lines: readonly ChartColumn[]
  readonly band?: { readonly low: ChartColumn; readonly high: ChartColumn }
  readonly bars?: ChartColumn
  readonly ticks: readonly number[]
  readonly values: Extent
  readonly span: Extent
  readonly step: number
  /** The highest value, where it lies beyond what is shown. */
  readonly beyond?: number
}

const hourMs = 3_600_000

export function planOf({ times, columns, step, span, min, unsure = [] }: ChartInput): ChartPlan {
  const lines = columns.filter(isLine)
  const drawnAs = (draw: string) => columns.find((column) => column.draw === draw)
  const [low, high, bars] = [drawnAs('low'), drawnAs('high'), drawnAs('bars')]
  const ofLines = lines.flatMap(({ values }) => values)
  const sure = lines[0]?.values.filter((_, at) => !unsure[at])
  const max = cutAt(ofLines, high?.values ?? [], sure)
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

/** A step more where the least lies at the lower edge, where bars stand; nothing has less than nothing. */
function withFoot(ticks: readonly number[], min: number): readonly number[] {
  const [first = 0, second = 1] = ticks
  return first === min && first > 0 ? [Math.max(0, first - (second - first)), ...ticks] : ticks
}

/** With half a step at both ends, so that what is drawn there is whole. */
function spanOf(times: readonly number[], step = Infinity): Extent {
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const room = Number.isFinite(step) ? step / 2 : first === last ? hourMs : 0
  return { low: first - room, high: last + room }
}
