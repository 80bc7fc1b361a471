import { Problem } from '../errors.ts'
import type { Board, LiveRow, LiveStore, Period, Season, Sheet } from './live-store.ts'

/** Ids of seasons and sheets are texts or numbers; what looks like a number is shown as one. */
export const shownId = (id: string): string | number => (/^(0|[1-9]\d{0,14})$/.test(id) ? Number(id) : id)

interface PeriodRow {
  readonly index: number
  readonly season_id: string | number
  readonly sheet_id: string | number
  readonly begin: string | null
  readonly end: string | null
  readonly is_current: boolean
}

/** The periods of a board; one of them is the current one. */
export async function periodRows({ season, sheet }: Board, live: LiveStore): Promise<PeriodRow[]> {
  const { value } = await live.leaderboards.periods({ season, sheet })
  const current = currentPeriod(value, live.now())
  return value.map(({ index, begin, end }) => ({
    index,
    season_id: shownId(season),
    sheet_id: shownId(sheet),
    begin,
    end,
    is_current: index === current?.index,
  }))
}

/** The period that is on, else the last that has begun, else the last. */
function currentPeriod(periods: readonly Period[], now: number): Period | undefined {
  const begun = periods.filter(({ begin }) => begin !== null && Date.parse(begin) <= now)
  return begun.findLast(({ end }) => end === null || now < Date.parse(end)) ?? begun.at(-1) ?? periods.at(-1)
}

export async function seasonRow({ id, legacyPrefix, row }: Season, store: LiveStore) {
  const { name = null, state = null, begin = null, end = null, wipe = null, reward = null, ...others } = row
  const { value: sheets } = await store.leaderboards.sheets(id)
  const periods = await Promise.all(sheets.map((sheet) => periodRows({ season: id, sheet: sheet.id }, store)))
  return {
    ...{ id: shownId(id), name, state, begin, end, wipe, reward, legacy_prefix: legacyPrefix },
    periods: periods.flat(),
    sheets: sheets.map((sheet) => shownId(sheet.id)),
    ...others,
  }
}

export function sheetRow(season: string, { id, legacySuffix, row }: Sheet): LiveRow {
  const { name = null, type = null, content_types = null, order = null, ...others } = row
  return {
    ...{ id: shownId(id), season_id: shownId(season), name, type, content_types, order, legacy_suffix: legacySuffix },
    ...others,
  }
}

/** The longest prefix of a season, then the longest suffix of one of its sheets (DESIGN 3). Throws `not_found`. */
export async function legacyBoard(legacyId: string, { leaderboards }: LiveStore): Promise<Board> {
  const { value: seasons } = await leaderboards.seasons()
  const season = longest(
    seasons,
    ({ legacyPrefix }) => legacyPrefix,
    (prefix) => legacyId.startsWith(prefix),
  )
  const { value: sheets } = season ? await leaderboards.sheets(season.id) : { value: [] }
  const rest = legacyId.slice(season?.legacyPrefix?.length ?? 0)
  const sheet = longest(
    sheets,
    ({ legacySuffix }) => legacySuffix,
    (suffix) => rest.endsWith(suffix),
  )
  if (!season || !sheet)
    throw new Problem('not_found', `No leaderboard has the legacy id ${JSON.stringify(legacyId.slice(0, 100))}.`)
  return { season: season.id, sheet: sheet.id }
}

function longest<T>(
  all: readonly T[],
  textOf: (one: T) => string | null,
  matches: (text: string) => boolean,
): T | undefined {
  return all
    .filter((one) => matches(textOf(one) ?? '\n'))
    .sort((a, b) => (textOf(b)?.length ?? 0) - (textOf(a)?.length ?? 0))[0]
}
