import type { Translate } from '../../messages/translate.ts'
import { firstFailed, pageOf, type ApiClient, type ApiResponse } from '../../format/api-response.ts'
import { nameOf } from '../../format/row-name.ts'
import { targetOf } from '../../request/live-query.ts'

interface Season {
  readonly id: string | number
  readonly name?: string | null
  readonly state?: string | null
  readonly begin?: string | null
  readonly end?: string | null
  readonly sheets: readonly (string | number)[]
}

interface Sheet {
  readonly id: string | number
  readonly name?: string | null
}

interface Period {
  readonly index: number
  readonly begin: string | null
  readonly end: string | null
  readonly is_current: boolean
}

/** Target of the list of seasons. */
export const seasonsPath = '/v2/leaderboards/seasons'

const bodyOf = ({ status, json }: ApiResponse): unknown => (status === 200 ? (json as { body: unknown }).body : [])

export const leaderboardPath = (season: string | number, sheet: string | number): string =>
  `/leaderboards/${encodeURIComponent(season)}/${encodeURIComponent(sheet)}`

export const sheetTarget = (season: string, sheet: string): string =>
  `${seasonsPath}/${encodeURIComponent(season)}/sheets/${encodeURIComponent(sheet)}`

export const sheetsTarget = (season: string): string => `${seasonsPath}/${encodeURIComponent(season)}/sheets`

/** Returns the names of classes by the last part of their ids. Empty if they cannot be loaded. */
export async function namesOfClasses({
  fetchApi,
  locale,
}: Pick<App.Locals, 'fetchApi' | 'locale'>): Promise<ReadonlyMap<string, string>> {
  const classes = await fetchApi(`/v2/classes?limit=250&locale=${locale}`)
  const rows = classes.status === 200 ? pageOf(classes).rows : []
  return new Map(rows.map((row) => [String(row.id).replace(/^id\.[a-z_]+\./, ''), nameOf(row)]))
}

/** Returns the sheets in a response to `sheetsTarget`; none if its status is not 200. */
export const sheetsOf = (response: ApiResponse): readonly Sheet[] => bodyOf(response) as readonly Sheet[]

/** Returns the seasons in a response to `seasonsPath`, newest first; none if its status is not 200. */
export const seasonsOf = (response: ApiResponse): readonly Season[] =>
  [...(bodyOf(response) as readonly Season[])].reverse()

/** The data of the page of a leaderboard. `answer` has its entries, or the problem if the query was rejected. */
export interface LoadedLeaderboard {
  readonly seasons: readonly Season[]
  readonly season: Season
  readonly sheet: string
  readonly sheets: readonly Sheet[]
  readonly periods: readonly Period[]
  readonly answer: ApiResponse
}

/**
 * Loads a leaderboard. `response` is the response to `seasonsPath`. Returns the first failed response instead if seasons, sheets
 * or periods could not be loaded.
 */
export async function loadLeaderboard(
  fetchApi: ApiClient,
  response: ApiResponse,
  { season: id, sheet }: { season: string; sheet: string },
  query: URLSearchParams,
): Promise<LoadedLeaderboard | { readonly unanswered: ApiResponse }> {
  const target = sheetTarget(id, sheet)
  const [sheets, periods, answer] = await Promise.all([
    fetchApi(sheetsTarget(id)),
    fetchApi(`${target}/periods`),
    fetchApi(targetOf(`${target}/entries`, query)),
  ])
  const unanswered = firstFailed([response, sheets, periods])
  if (unanswered) return { unanswered }
  const seasons = seasonsOf(response)
  const season = seasons.find((one) => String(one.id) === id) ?? { id, sheets: [sheet] }
  return { seasons, season, sheet, sheets: sheetsOf(sheets), periods: bodyOf(periods) as readonly Period[], answer }
}

/**
 * Returns the running season, or else the latest, as `current` in `/v2/leaderboards` does. Expects the newest first; undefined if
 * there is none.
 */
export const currentSeason = (seasons: readonly Season[]): Season | undefined =>
  seasons.find(({ state }) => state === 'season') ?? seasons.find(({ state }) => state !== 'none')

/** Describes how a rank changed: a sign that does not rely on colour, and words for screen readers. */
export function describeRankChange(
  rank: number,
  previous: number | null | undefined,
  t: Translate,
): { sign: string; words: string; kind: 'up' | 'down' | 'same' | 'new' } {
  if (previous == null || previous === 0) return { sign: '✦', words: t('ranks.new'), kind: 'new' }
  if (previous > rank)
    return { sign: `▲ ${previous - rank}`, words: t('ranks.up', { count: previous - rank }), kind: 'up' }
  if (previous < rank)
    return { sign: `▼ ${rank - previous}`, words: t('ranks.down', { count: rank - previous }), kind: 'down' }
  return { sign: '=', words: t('ranks.same'), kind: 'same' }
}

/** Returns the name of the character at the end of a URL, decoded once; unchanged if its encoding is invalid. */
export function characterAt({ pathname }: URL): string {
  const written = pathname.slice(pathname.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}
