import { Problem } from '../model/values/errors.ts'
import type { Leaderboard, LiveRow, LiveStore, Period, Season, Sheet } from '../model/live-store.ts'

/** The id of a season or sheet as answers show it: ids that look like numbers are numbers. */
export const formatId = (id: string): string | number => (/^(0|[1-9]\d{0,14})$/.test(id) ? Number(id) : id)

interface PeriodRow {
  readonly index: number
  readonly season_id: string | number
  readonly sheet_id: string | number
  readonly begin: string | null
  readonly end: string | null
  readonly is_current: boolean
}

/** The periods of a ladder; one of them is current, unless the season has ended. */
export async function periodRows({ id: season, row }: Season, sheet: string, live: LiveStore): Promise<PeriodRow[]> {
  const { value } = await live.leaderboards.periods({ season, sheet })
  const hasEnded = row.state === 'ended' || (typeof row.end === 'string' && Date.parse(row.end) <= live.now())
  const current = hasEnded ? undefined : latestPeriod(value, live.now())
  return value.map(({ index, begin, end }) => ({
    index,
    season_id: formatId(season),
    sheet_id: formatId(sheet),
    begin,
    end,
    is_current: index === current?.index,
  }))
}

/** The period whose entries are answered if a request names none; undefined if the ladder has no periods. */
export async function defaultPeriod(board: Leaderboard, live: LiveStore): Promise<Period | undefined> {
  const { value } = await live.leaderboards.periods(board)
  return latestPeriod(value, live.now())
}

/** The period in progress, else the last one that has begun, else the last one. */
function latestPeriod(periods: readonly Period[], now: number): Period | undefined {
  const begun = periods.filter(({ begin }) => begin !== null && Date.parse(begin) <= now)
  return begun.findLast(({ end }) => end === null || now < Date.parse(end)) ?? begun.at(-1) ?? periods.at(-1)
}

/** A season as answers show it, with its periods and the ids of its sheets. */
export async function seasonRow(season: Season, store: LiveStore) {
  const { id, legacyPrefix, row } = season
  const { periods: _periods, sheets: _sheets, ...reported } = row
  const { name = null, state = null, begin = null, end = null, wipe = null, reward = null, ...others } = reported
  const { value: sheets } = await store.leaderboards.sheets(id)
  const periods = await Promise.all(sheets.map((sheet) => periodRows(season, sheet.id, store)))
  return {
    ...{ id: formatId(id), name, state, begin, end, wipe, reward, legacy_prefix: legacyPrefix },
    periods: periods.flat(),
    sheets: sheets.map((sheet) => formatId(sheet.id)),
    ...others,
  }
}

/** A sheet as answers show it. */
export function sheetRow(season: string, { id, legacySuffix, row }: Sheet): LiveRow {
  const { name = null, type = null, content_types = null, order = null, ...others } = row
  return {
    ...{ id: formatId(id), season_id: formatId(season), name, type, content_types, order, legacy_suffix: legacySuffix },
    ...others,
  }
}

/** Finds the ladder of a legacy id by the longest prefix of a season and the longest suffix of one of its sheets. Throws `not_found`. */
export async function findLegacyLeaderboard(legacyId: string, { leaderboards }: LiveStore): Promise<Leaderboard> {
  const { value: seasons } = await leaderboards.seasons()
  const season = longestMatch(
    seasons,
    ({ legacyPrefix }) => legacyPrefix,
    (prefix) => legacyId.startsWith(prefix),
  )
  const { value: sheets } = season ? await leaderboards.sheets(season.id) : { value: [] }
  const rest = legacyId.slice(season?.legacyPrefix?.length ?? 0)
  const sheet = longestMatch(
    sheets,
    ({ legacySuffix }) => legacySuffix,
    (suffix) => rest.endsWith(suffix),
  )
  if (!season || !sheet)
    throw new Problem('not_found', `No leaderboard has the legacy id ${JSON.stringify(legacyId.slice(0, 100))}.`)
  return { season: season.id, sheet: sheet.id }
}

function longestMatch<T>(
  all: readonly T[],
  textOf: (one: T) => string | null,
  matches: (text: string) => boolean,
): T | undefined {
  return all
    .filter((one) => matches(textOf(one) ?? '\n'))
    .sort((a, b) => (textOf(b)?.length ?? 0) - (textOf(a)?.length ?? 0))[0]
}
