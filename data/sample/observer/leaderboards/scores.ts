import { unit } from '../../random.ts'
import { dayMs } from '../calendar.ts'
import { smoothNoise } from '../noise.ts'
import type { Player } from '../players.ts'
import type { Period } from './seasons.ts'
import type { Sheet } from './sheets.ts'

/** The skill of a character on a sheet, in [0, 1); it is similar on all sheets. */
function skill(player: Player, { id }: Sheet, season: number): number {
  return 0.6 * unit(`skill/${player.id}`) + 0.4 * unit(`skill/${season}/${id}/${player.id}`)
}

/** The fraction of a week's score that is reached; it never decreases, but characters progress at different times. */
function workDone(key: string, share: number): number {
  const phase = 2 * Math.PI * unit(key)
  const turns = 2 * Math.PI * 2
  return share + (0.3 * (Math.sin(turns * share + phase) - Math.sin(phase))) / turns
}

/** A character's score on a sheet; `at` lies within the period or is its end. */
export function scoreOf(player: Player, sheet: Sheet, period: Period, at: number): number {
  const { season, index, begin, end } = period
  const talent = skill(player, sheet, season)
  if (sheet.isRating) {
    const form = 0.05 * smoothNoise(`form/${sheet.id}/${player.id}`, at, 3 * dayMs)
    return Math.round(sheet.best * (0.35 + 0.6 * talent + form))
  }
  const work = workDone(`work/${season}/${index}/${sheet.id}/${player.id}`, (at - begin) / (end - begin))
  const luck = 1 + 0.04 * smoothNoise(`luck/${sheet.id}/${player.id}`, begin, 3 * dayMs)
  return Math.round(sheet.best * Math.exp(2.2 * (talent - 1)) * luck * work)
}

/** The karma of a character, which changes slowly. */
export function karmaOf(player: Player, at: number): number {
  return Math.round(-150 + 900 * unit(`karma/${player.id}`) + 60 * smoothNoise(`karma/${player.id}`, at, 7 * dayMs))
}
