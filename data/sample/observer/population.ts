import type { Scale } from '../scale.ts'
import { activity } from './activity.ts'
import { dayMs, hourMs, iso, minuteMs } from './calendar.ts'
import { smoothNoise } from './noise.ts'
import type { TimedLine, Source } from './source.ts'

const usualOnline = { full: 8400, small: 420 } as const

/** Yields a sample every five minutes. Online players are either in the lobby or in the dungeon. */
export class Population implements Source {
  readonly feed = 'population'
  readonly cellMs = 5 * minuteMs
  readonly #usualOnline: number

  constructor(scale: Scale) {
    this.#usualOnline = usualOnline[scale]
  }

  cell(at: number): TimedLine[] {
    const mood =
      1 + 0.1 * smoothNoise('population/month', at, 30 * dayMs) + 0.02 * smoothNoise('population', at, hourMs / 3)
    const online = Math.round(this.#usualOnline * activity(at) * mood)
    const below = 0.58 + 0.05 * smoothNoise('population/below', at, 2 * hourMs)
    const inDungeon = Math.round(online * below)
    const line = { timestamp: iso(at), num_online: online, num_lobby: online - inDungeon, num_dungeon: inDungeon }
    return [{ at, line }]
  }
}
