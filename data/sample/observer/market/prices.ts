import { dayMs, hourMs } from '../calendar.ts'
import { smoothNoise } from '../noise.ts'
import type { Stream } from '../../random.ts'
import type { Good } from './goods.ts'

/** The value of one piece at an instant. All rarities of an archetype drift together, with a small drift of their own. */
export function worth({ item, usualPrice }: Good, at: number): number {
  const drift =
    0.3 * smoothNoise(`drift/${item.archetype}`, at, 4 * dayMs) +
    0.06 * smoothNoise(`drift/${item.id}`, at, 2 * dayMs) +
    0.05 * smoothNoise(`mood/${item.archetype}`, at, 5 * hourMs)
  return usualPrice * Math.exp(drift)
}

/** Rounds a price as sellers do: to a round number, or one below it. */
export function askingPrice(price: number, stream: Stream): number {
  if (price < 20) return Math.max(1, Math.round(price))
  const grain = 10 ** Math.floor(Math.log10(price) - 1) * stream.pick([1, 1, 5])
  const round = Math.max(grain, Math.round(price / grain) * grain)
  return price > 90 && stream.chance(0.15) ? round - 1 : round
}
