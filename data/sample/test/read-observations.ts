// One observer per scale, shared by tests, and its lines by feed, with a type that the test chooses.
import type { Scale } from '../scale.ts'
import { SimulatedObserver } from '../observer/simulated-observer.ts'
import type { Feed } from '../../api/model/feeds/feed-names.ts'

const observers = new Map<Scale, SimulatedObserver>()

export function observerOf(scale: Scale): SimulatedObserver {
  const observer = observers.get(scale) ?? new SimulatedObserver({ scale })
  observers.set(scale, observer)
  return observer
}

/** The lines of a feed in [from, to), instants as ISO 8601. */
export function linesOf<L>(scale: Scale, feed: Feed, from: string, to: string): L[] {
  const lines: L[] = []
  for (const observation of observerOf(scale).between(Date.parse(from), Date.parse(to)))
    if (observation.feed === feed) lines.push(observation.line as L)
  return lines
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN
}
