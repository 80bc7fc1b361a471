import { iso, seasonAt, seasonBegin, weekMs } from '../calendar.ts'
import { pad } from '../../names.ts'
import type { Line } from '../source.ts'
import { seasonNames } from '../words/words-seasons.ts'
import { sheets, type Sheet } from './sheets.ts'

const weeksPerSeason = 10
const preseasonMs = 2 * weekMs

/** One week of a season. */
export interface Period {
  readonly season: number
  /** From 1. */
  readonly index: number
  readonly begin: number
  readonly end: number
}

export const seasonId = (number: number): string => `season_${pad(number)}`

function periodOf(season: number, index: number): Period {
  const begin = seasonBegin(season) + (index - 1) * weekMs
  return { season, index, begin, end: begin + weekMs }
}

/** The period for which standings at an instant count. The end of a period belongs to it, the beginning to the one before. */
export function periodAt(at: number): Period {
  const season = seasonAt(at - 1)
  return periodOf(season, Math.floor((at - 1 - seasonBegin(season)) / weekMs) + 1)
}

/** The periods of a season that have begun. */
export function periodsBegun(season: number, at: number): Period[] {
  const all = Array.from({ length: weeksPerSeason }, (_, index) => periodOf(season, index + 1))
  return all.filter(({ begin }) => begin < at)
}

/** The seasons reported at an instant, oldest first: two ended, the running one, and the next when it is near. */
export function announcedSeasons(at: number): number[] {
  const running = seasonAt(at)
  const reported = [running - 2, running - 1, running]
  if (seasonBegin(running + 1) - at <= preseasonMs) reported.push(running + 1)
  return reported.filter((number) => number > 0)
}

function stateOf(season: number, at: number): string {
  const running = seasonAt(at)
  if (season > running) return 'preseason'
  return season === running ? 'season' : 'ended'
}

function seasonLine(season: number, at: number): Line {
  const name = seasonNames[(season - 1) % seasonNames.length] ?? ''
  return {
    season: {
      id: seasonId(season),
      name: `Season ${season}: ${name}`,
      state: stateOf(season, at),
      begin: iso(seasonBegin(season)),
      end: iso(seasonBegin(season + 1)),
      wipe: season % 2 === 1,
      reward: `id.nameplate_skin.season_${pad(season)}`,
      legacy_prefix: `HR${pad(season)}`,
      captured_at: iso(at),
    },
  }
}

function sheetLine(season: number, { id, name, type, contentTypes, order }: Sheet): Line {
  const about = { name, type, content_types: contentTypes, order, legacy_suffix: `_${id}` }
  return { sheet: { id, season_id: seasonId(season), ...about } }
}

function periodLine({ season, index, begin, end }: Period, sheet: Sheet): Line {
  return { period: { index, season_id: seasonId(season), sheet_id: sheet.id, begin: iso(begin), end: iso(end) } }
}

/** A season with its sheets and the given periods. */
export function aboutSeason(season: number, at: number, periods: readonly Period[]): Line[] {
  return [
    seasonLine(season, at),
    ...sheets.flatMap((sheet) => [sheetLine(season, sheet), ...periods.map((period) => periodLine(period, sheet))]),
  ]
}
