// Decides which roll-ups a window is read from.
import { bucketStart, minuteMilliseconds, rollUpMinutes } from './roll-up.ts'

/** Instants in ms since 1970, from `from`, inclusive, to `to`, exclusive. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A span of whole roll-ups that are `minutes` wide. */
export interface RollUpSpan extends Span {
  readonly minutes: number
}

/**
 * Splits a window into its whole minutes and the remaining parts at both ends. A minute with pruned listings is always
 * included as a whole, because only its roll-up is left.
 */
export function splitAtMinutes(window: Span, prunedBefore = 0): [whole: Span, parts: Span[]] {
  const from = window.from < prunedBefore ? bucketStart(window.from, 1) : window.from
  const to =
    bucketStart(window.to, 1) < prunedBefore
      ? Math.ceil(window.to / minuteMilliseconds) * minuteMilliseconds
      : window.to
  const first = Math.ceil(from / minuteMilliseconds) * minuteMilliseconds
  const end = bucketStart(to, 1)
  if (first > end) return [{ from: to, to }, [{ from, to }]]
  const parts = [
    { from: end, to },
    { from, to: first },
  ]
  return [{ from: first, to: end }, parts.filter((part) => part.from < part.to)]
}

/**
 * Covers a span of whole minutes with as few roll-ups as possible whose widths divide the interval: the widest ones in the
 * middle, narrower ones at both ends. Returns the newest span first.
 */
export function rollUpSpans(
  span: Span,
  intervalMinutes: number,
  widths = rollUpMinutes.filter((minutes) => intervalMinutes % minutes === 0),
): RollUpSpan[] {
  const minutes = widths.at(-1)
  if (minutes === undefined || span.from >= span.to) return []
  const width = minutes * minuteMilliseconds
  const [first, end] = [Math.ceil(span.from / width) * width, Math.floor(span.to / width) * width]
  const narrower = widths.slice(0, -1)
  if (first >= end) return rollUpSpans(span, intervalMinutes, narrower)
  return [
    ...rollUpSpans({ from: end, to: span.to }, intervalMinutes, narrower),
    { from: first, to: end, minutes },
    ...rollUpSpans({ from: span.from, to: first }, intervalMinutes, narrower),
  ]
}
