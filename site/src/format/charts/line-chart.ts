// The geometry of charts that the server draws, in a box of 1000 by 300 that is stretched to the size of its element.

/** The box; `room` is the margin above and below for strokes at the edges. */
export const box = { width: 1000, height: 300, room: 6 } as const

export interface Extent {
  readonly low: number
  readonly high: number
}

/**
 * About five round ticks that span all values: integers if all values are, and none below `min`. Equal values get space
 * above and below.
 */
export function roundTicks(values: readonly number[], min = -Infinity): number[] {
  const [low, max] = [Math.min(...values), Math.max(...values)]
  const rough = (max - low || Math.abs(max) || 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const rounded = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const step = values.every(Number.isInteger) ? Math.ceil(rounded) : rounded
  const first = Math.max(Math.floor(low / step) * step, min)
  const count = Math.max(Math.ceil(exact((max - first) / step)), 1)
  return Array.from({ length: count + 1 }, (_, at) => exact(first + at * step))
}

const exact = (value: number) => Number(value.toPrecision(12))

/**
 * The upper end of a chart's scale: values far above the usual values of the lines are clipped, so that an outlier does
 * not flatten everything else. Values in `sure` are never clipped.
 */
export function clippedMax(lines: readonly number[], highs: readonly number[], sure: readonly number[] = []): number {
  const max = Math.max(...lines, ...highs)
  const sorted = lines.toSorted((a, b) => a - b)
  const quartile = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? max
  const [lower, upper] = [quartile(0.25), quartile(0.75)]
  const enough = Math.max(upper * 1.5, upper + 3 * (upper - lower), ...sure)
  return highs.length > 0 && max > 1.5 * enough ? enough : max
}

export const extentOf = (ticks: readonly number[]): Extent => ({ low: ticks[0] ?? 0, high: ticks.at(-1) ?? 1 })

const place = (value: number, { low, high }: Extent, size: number) => ((value - low) / (high - low || 1)) * size
const round = (value: number) => Math.round(value * 10) / 10

export const xOf = (at: number, times: Extent): number => round(place(at, times, box.width))

export function yOf(value: number, values: Extent, isInverted = false): number {
  const up = place(value, values, box.height)
  return round(isInverted ? up : box.height - up)
}

type Point = readonly [at: number, value: number]
type Points = readonly Point[]

/** True if two neighboring points are so far apart that nothing was observed between them; `step` is the usual distance. */
export const isGap = (from: number, to: number, step: number): boolean => to - from > step * 1.5

/** Splits points into runs without gaps. */
export function runsOf(points: Points, step: number): Points[] {
  const runs: Point[][] = []
  for (const point of points) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last && !isGap(last[0], point[0], step)) run.push(point)
    else runs.push([point])
  }
  return runs
}

interface Scales {
  readonly times: Extent
  readonly values: Extent
  readonly isInverted?: boolean
}

/** The path of a line; a single point becomes a short, visible dash. If stepped, each value is held until the next. */
export function linePath(points: Points, { times, values, isInverted }: Scales, isStepped = false): string {
  const places = points.map(([at, value]) => [xOf(at, times), yOf(value, values, isInverted)] as const)
  const [only] = places
  if (places.length === 1 && only) return `M${round(only[0] - 4)} ${only[1]}H${round(only[0] + 4)}`
  return places.map(([x, y], n) => (n === 0 ? `M${x} ${y}` : isStepped ? `H${x}V${y}` : `L${x} ${y}`)).join('')
}

/** A dot at each point, for a stroke with round ends. */
export const dotsPath = (points: Points, { times, values, isInverted }: Scales): string =>
  points.map(([at, value]) => `M${xOf(at, times)} ${yOf(value, values, isInverted)}h0`).join('')

/** A mark at the edge for each point above the scale. */
export function beyondPath(points: Points, { times, values, isInverted = false }: Scales): string {
  const [edge, inside] = isInverted ? [box.height, -8] : [0, 8]
  return points
    .filter(([, value]) => value > values.high)
    .map(([at]) => `M${xOf(at, times)} ${edge}l-5 ${inside}h10Z`)
    .join('')
}

/** The area between two lines over the same instants. */
export function bandPath(low: Points, high: Points, scales: Scales): string {
  if (low.length < 2) return ''
  return `${linePath(high, scales)}L${linePath([...low].reverse(), scales).slice(1)}Z`
}

/** Bars in the lowest quarter of the box. */
export function barsPath(points: Points, times: Extent): string {
  const max = Math.max(...points.map(([, value]) => value), 1)
  const half = Math.max(1, Math.min(8, box.width / points.length / 3))
  return points
    .map(([at, value]) => {
      const x = xOf(at, times)
      const y = round(box.height - (value / max) * (box.height / 4))
      return `M${round(x - half)} ${box.height}V${y}H${round(x + half)}V${box.height}Z`
    })
    .join('')
}

const dayMs = 86_400_000

/** Labels of `count` equidistant instants in UTC, with as much detail as the span requires. */
export function timeLabels({ low, high }: Extent, locale: string, count = 5): string[] {
  const span = high - low
  const options: Intl.DateTimeFormatOptions =
    span <= 2 * dayMs
      ? { hour: '2-digit', minute: '2-digit', weekday: 'short', hourCycle: 'h23' }
      : { day: 'numeric', month: 'short', ...(span > 300 * dayMs && { year: '2-digit' }) }
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  return Array.from({ length: count }, (_, at) => format.format(low + (span * at) / (count - 1)))
}
