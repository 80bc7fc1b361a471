import type { Row } from '../../format/api-response.ts'

/** A spawner on the plan of its map, in percent of the plan's width. */
interface PlanPoint {
  readonly row: Row
  readonly type: string
  readonly x: number
  readonly y: number
}

interface MapPlan {
  readonly points: readonly PlanPoint[]
  /** In percent of its width. */
  readonly height: number
  /** Between two lines of the grid, in units of the map. */
  readonly step: number
  /** Places of the grid's lines. */
  readonly columns: readonly number[]
  readonly rows: readonly number[]
}

const width = 100
const margin = 6
const minHeight = 40
const maxHeight = 110
/** Lines across the plan, about. */
const wantedLines = 8

interface Place {
  readonly x: number
  readonly y: number
}

function placeOf({ location }: Row): Place | undefined {
  const { x, y } = (location ?? {}) as Partial<Place>
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined
}

/** Where the spawners of a map stand, seen from above, in one scale both ways; undefined if fewer than two have a place. */
export function mapPlan(spawners: readonly Row[]): MapPlan | undefined {
  const placed = spawners.flatMap((row) => {
    const place = placeOf(row)
    return place ? [{ row, place }] : []
  })
  if (placed.length < 2) return undefined
  const ends = (of: (place: Place) => number) => {
    const all = placed.map(({ place }) => of(place))
    return { low: Math.min(...all), high: Math.max(...all) }
  }
  const [xs, ys] = [ends(({ x }) => x), ends(({ y }) => y)]
  const span = Math.max(xs.high - xs.low, (ys.high - ys.low) * (width / maxHeight), 1)
  const scale = (width - 2 * margin) / span
  const height = Math.min(maxHeight, Math.max(minHeight, (ys.high - ys.low) * scale + 2 * margin))
  const toX = (x: number) => round(width / 2 + (x - (xs.low + xs.high) / 2) * scale)
  const toY = (y: number) => round(height / 2 + (y - (ys.low + ys.high) / 2) * scale)
  const step = roundStep(span / wantedLines)
  const linesOf = (toPlan: (value: number) => number, { low, high }: typeof xs, end: number) => {
    const [from, count] = [Math.floor(low / step) - wantedLines, Math.ceil((high - low) / step) + 2 * wantedLines]
    return Array.from({ length: count }, (_, at) => toPlan((from + at) * step)).filter((at) => at > 0 && at < end)
  }
  return {
    points: placed.map(({ row, place }) => ({
      row,
      type: String(row.spawner_type ?? 'empty'),
      x: toX(place.x),
      y: toY(place.y),
    })),
    height: round(height),
    step,
    columns: linesOf(toX, xs, width),
    rows: linesOf(toY, ys, height),
  }
}

const round = (value: number) => Math.round(value * 100) / 100

/** The next of 1, 2, 5, 10, 20, 50 ... */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power
}
