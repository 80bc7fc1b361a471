import { unit } from '../../random.ts'
import type { Scale } from '../../scale.ts'
import { hourMs, iso } from '../calendar.ts'
import type { Player } from '../players.ts'
import type { Line } from '../source.ts'
import { adventureRanks, rankLevels } from '../words/words-ranks.ts'
import { karmaOf, scoreOf } from './scores.ts'
import { periodAt, seasonId } from './seasons.ts'
import type { Sheet } from './sheets.ts'

export const captureMs = 6 * hourMs

// More characters compete than are listed, so that some enter and leave at the lower end.
const competing = { full: 190, small: 18 } as const
const listed = { full: 160, small: 15 } as const

// A prime that does not divide the size of a roster.
const stride = 7

interface RankedPlayer {
  readonly player: Player
  readonly score: number
}

function tierOf(rank: number, of: number): { rank_tier: string; rank_tier_level: string } {
  const steps = adventureRanks.length * rankLevels.length
  const step = Math.min(steps - 1, Math.floor((1 - (rank - 1) / of) ** 1.5 * steps))
  return {
    rank_tier: adventureRanks[Math.floor(step / rankLevels.length)] ?? '',
    rank_tier_level: rankLevels[step % rankLevels.length] ?? '',
  }
}

/** The standings of each sheet at each capture; every call returns the same. */
export class Rankings {
  readonly #roster: readonly Player[]
  readonly #scale: Scale

  constructor(roster: readonly Player[], scale: Scale) {
    this.#roster = roster
    this.#scale = scale
  }

  /** The entries of a leaderboard at a capture, best first; `at` is a capture within the period. */
  entries(sheet: Sheet, at: number): Line[] {
    const { season, index } = periodAt(at)
    const ranked = this.#ranked(sheet, at, season)
    const before = new Map(this.#ranked(sheet, at - captureMs, season).map(({ player }, place) => [player, place + 1]))
    const top = ranked.slice(0, listed[this.#scale])
    return top.map(({ player, score }, place) => ({
      entry: {
        season_id: seasonId(season),
        sheet_id: sheet.id,
        period_index: index,
        character_class: player.characterClass,
        character: player.name,
        rank: place + 1,
        previous_rank: before.get(player) ?? place + 1,
        score: String(score),
        karma: karmaOf(player, at),
        ...tierOf(place + 1, top.length),
        captured_at: iso(at),
      },
    }))
  }

  /** All characters that compete in a season; empty before it begins. */
  #ranked(sheet: Sheet, at: number, season: number): RankedPlayer[] {
    const period = periodAt(at)
    if (period.season !== season) return []
    return this.#competitors(sheet, season)
      .map((player) => ({ player, score: scoreOf(player, sheet, period, at) }))
      .sort((a, b) => b.score - a.score || a.player.id - b.player.id)
  }

  // Steps of a fixed width around the roster visit no character twice.
  #competitors({ id }: Sheet, season: number): Player[] {
    const { length } = this.#roster
    const start = Math.floor(unit(`competitors/${season}/${id}`) * length)
    return Array.from({ length: competing[this.#scale] }, (_, n) => this.#roster[(start + n * stride) % length]).filter(
      (player) => player !== undefined,
    )
  }
}
