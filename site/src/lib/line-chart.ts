// A chart's geometry as the server draws it, in a box of 1000 by 300 that is stretched to its place.

export const box = { width: 1000, height: 300 } as const

export interface Extent {
  readonly low: number
  readonly high: number
}

/** About `count` round steps that hold all values, whole ones for whole values; a flat line has room above and below. */
export function roundTicks(values: readonly number[], count = 4, fromZero = false): number[] {
  const [least, most] = [fromZero ? 0 : Math.min(...values), Math.max(...values)]
  const span = most - least || Math.abs(most) || 1
  const rough = span / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const rounded = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const step = values.every(Number.isInteger) ? Math.ceil(rounded) : rounded
  const first = Math.floor(least / step)
  const last = Math.max(Math.ceil(most / step), first + 1)
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)))
}

/** Where a chart's values end: what is far beyond its lines is cut, so that one outlier does not flatten all else. */
export function cutAt(lines: readonly number[], highs: readonly number[]): number {
  const most = Math.max(...lines, ...highs)
  const enough = Math.max(...lines) * 1.5
  return highs.length > 0 && most > 2 * enough ? enough : most
}

export const extentOf = (ticks: readonly number[]): Extent => ({ low: ticks[0] ?? 0, high: ticks.at(-1) ?? 1 })

const place = (value: number, { low, high }: Extent, size: number) => ((value - low) / (high - low || 1)) * size
const round = (value: number) => Math.round(value * 10) / 10

const xOf = (at: number, times: Extent): number => round(place(at, times, box.width))

export function yOf(value: number, values: Extent, isInverted = false): number {
  const up = place(value, values, box.height)
  return round(isInverted ? up : box.height - up)
}

type Points = readonly (readonly [at: number, value: number])[]

/** The path of a line; a single point becomes a short dash, so that it is seen. */
export function linePath(points: Points, times: Extent, values: Extent, isInverted = false): string {
  const [only] = points
  if (points.length === 1 && only) {
    const [x, y] = [xOf(only[0], times), yOf(only[1], values, isInverted)]
    return `M${round(x - 4)} ${y}H${round(x + 4)}`
  }
  return points
    .map(([at, value], n) => `${n === 0 ? 'M' : 'L'}${xOf(at, times)} ${yOf(value, values, isInverted)}`)
    .join('')
}

/** The area between two lines over the same instants. */
export function bandPath(low: Points, high: Points, times: Extent, values: Extent): string {
  if (low.length < 2) return ''
  return `${linePath(high, times, values)}L${linePath([...low].reverse(), times, values).slice(1)}Z`
}

/** Bars in the lowest quarter of the box. */
export function barsPath(points: Points, times: Extent): string {
  const most = Math.max(...points.map(([, value]) => value), 1)
  const half = Math.max(1, Math.min(8, box.width / points.length / 3))
  return points
    .map(([at, value]) => {
      const x = xOf(at, times)
      const y = round(box.height - (value / most) * (box.height / 4))
      return `M${round(x - half)} ${box.height}V${y}H${round(x + half)}V${box.height}Z`
    })
    .join('')
}

const dayMs = 86_400_000

/** Instants at equal distances, in words that are as long as the span asks for; UTC. */
export function timeLabels({ low, high }: Extent, count = 5): string[] {
  const span = high - low
  const options: Intl.DateTimeFormatOptions =
    span <= 2 * dayMs
      ? { hour: '2-digit', minute: '2-digit', weekday: 'short', hourCycle: 'h23' }
      : { day: 'numeric', month: 'short', ...(span > 300 * dayMs && { year: '2-digit' }) }
  const format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
  return Array.from({ length: count }, (_, at) => format.format(low + (span * at) / (count - 1)))
}
