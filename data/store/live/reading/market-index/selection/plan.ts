import type { Matches } from './matches.ts'
import type { PlaceTest } from './place-tests.ts'
import type { TimeOrder } from '../columns/time-order.ts'

/** A part of an order of time: the positions from `from` up to `to`, exclusive. */
export interface Span {
  from: number
  to: number
}

/**
 * How the listings of a query are found, all of which are in the span of an order: with `order` the span has no others,
 * with `bitmaps` and `scan` its listings are tested by `matches` or `tests`.
 */
export type Plan =
  | { readonly by: 'nothing' }
  | { readonly by: 'order'; readonly order: TimeOrder; readonly span: Span }
  | { readonly by: 'bitmaps'; readonly order: TimeOrder; readonly span: Span; readonly matches: Matches }
  | { readonly by: 'scan'; readonly order: TimeOrder; readonly span: Span; readonly tests: readonly PlaceTest[] }

/** The listings of a page. */
export interface Page {
  readonly places: readonly number[]
  /** Number of listings on all pages. Counting may stop above `maxCountedRows`. */
  readonly found: number
}

/** Number of places that are tested at a time. */
const blockLength = 4096

/** Visits every listing that a plan selects, from the oldest to the newest or, with `fromNewest`, the other way. */
export function visitAll(plan: Plan, fromNewest: boolean, visit: (place: number) => void): void {
  if (plan.by === 'nothing') return
  const { order, span } = plan
  const block = new Int32Array(blockLength)
  const length = span.to - span.from
  for (let passed = 0; passed < length; passed += blockLength) {
    const from = span.from + (fromNewest ? Math.max(0, length - passed - blockLength) : passed)
    const to = fromNewest ? span.to - passed : Math.min(span.to, from + blockLength)
    const count = load(order.places.subarray(from, to), block, fromNewest)
    const kept = plan.by === 'scan' ? plan.tests.reduce((left, { keep }) => keep(block, left), count) : count
    for (let at = 0; at < kept; at += 1) {
      const place = block[at] ?? 0
      if (plan.by !== 'bitmaps' || plan.matches.has(place)) visit(place)
    }
  }
}

function load(places: Int32Array, block: Int32Array, isReversed: boolean): number {
  block.set(places)
  if (isReversed) block.subarray(0, places.length).reverse()
  return places.length
}
