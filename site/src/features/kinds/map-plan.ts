import type { Row } from '../../format/api-response.ts'

/** A spawner on the plan of its map. Coordinates are in percent of the plan's width. */
interface PlanPoint {
  readonly row: Row
  readonly type: string
  readonly x: number
  readonly y: number
}

interface MapPlan {
  readonly points: readonly PlanPoint[]
  /** Height in percent of the width. */
  readonly height: number
  /** Distance between two lines of the grid, in units of the map. */
  readonly step: number
  /** Coordinates of the lines of the grid. */
  readonly columns: readonly number[]
  readonly rows: readonly number[]
}

const width = 100
const margin = 6
const minHeight = 40
const maxHeight = 110
/** Approximate number of lines across the plan. */
const wantedLines = 8

interface Place {
  readonly x: number
  readonly y: number
}

function placeOf({ location }: Row): Place | undefined {
  const { x, y } = (location ?? {}) as Partial<Place>
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined
}

/**
 * Projects the spawners of a map on a plan seen from above, with the same scale on both axes. Returns undefined if fewer than
 * two spawners have a location.
 */
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

/** Rounds up to the next of 1, 2, 5, 10, 20, 50 ... */
function roundStep(min: number): number {
  const power = 10 ** Math.floor(Math.log10(min))
  return ([1, 2, 5].find((factor) => factor * power >= min) ?? 10) * power
}
