// Which roll-ups a window is read from.
import { bucketStart, minuteMilliseconds, rollUpMinutes } from './roll-up.ts'

/** Instants in milliseconds: from, inclusive, to `to`, exclusive. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A span of whole roll-ups of a width. */
export interface RollUpSpan extends Span {
  readonly minutes: number
}

/**
 * The whole minutes of a window, and what is left of it on both sides. A minute of which listings were pruned counts as
 * a whole: only its roll-up is left.
 */
export function minutesOf(window: Span, prunedBefore = 0): [whole: Span, parts: Span[]] {
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
 * A span of whole minutes in as few roll-ups as possible, for buckets of an interval: those of its widest width in the
 * middle, narrower ones on both sides. The newest first.
 */
export function spansOf(
  span: Span,
  intervalMinutes: number,
  widths = rollUpMinutes.filter((minutes) => intervalMinutes % minutes === 0),
): RollUpSpan[] {
  const minutes = widths.at(-1)
  if (minutes === undefined || span.from >= span.to) return []
  const width = minutes * minuteMilliseconds
  const [first, end] = [Math.ceil(span.from / width) * width, Math.floor(span.to / width) * width]
  const narrower = widths.slice(0, -1)
  if (first >= end) return spansOf(span, intervalMinutes, narrower)
  return [
    ...spansOf({ from: end, to: span.to }, intervalMinutes, narrower),
    { from: first, to: end, minutes },
    ...spansOf({ from: span.from, to: first }, intervalMinutes, narrower),
  ]
}
