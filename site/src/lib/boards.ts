import { unansweredOf, type Ask, type Asked } from './ask.ts'
import { targetOf } from './live-query.ts'

export interface Season {
  readonly id: string | number
  readonly name?: string | null
  readonly state?: string | null
  readonly begin?: string | null
  readonly end?: string | null
  readonly sheets: readonly (string | number)[]
}

export interface Sheet {
  readonly id: string | number
  readonly name?: string | null
}

export interface Period {
  readonly index: number
  readonly begin: string | null
  readonly end: string | null
  readonly is_current: boolean
}

/** Where seasons are asked for. */
export const seasonsPath = '/v2/leaderboards/seasons'

const bodyOf = ({ status, json }: Asked): unknown => (status === 200 ? (json as { body: unknown }).body : [])

export const boardPath = (season: string | number, sheet: string | number): string =>
  `/leaderboards/${encodeURIComponent(season)}/${encodeURIComponent(sheet)}`

export const sheetTarget = (season: string, sheet: string): string =>
  `${seasonsPath}/${encodeURIComponent(season)}/sheets/${encodeURIComponent(sheet)}`

export const sheetsTarget = (season: string): string => `${seasonsPath}/${encodeURIComponent(season)}/sheets`

/** The ladders of a season; none where the answer has none to show. */
export const sheetsOf = (asked: Asked): readonly Sheet[] => bodyOf(asked) as readonly Sheet[]

/** Seasons, the newest first; none where the answer has none to show. */
export const seasonsOf = (asked: Asked): readonly Season[] => [...(bodyOf(asked) as readonly Season[])].reverse()

/** What the page of a ladder shows; `answer` has its entries, or says what is wrong with the question. */
export interface OpenedBoard {
  readonly seasons: readonly Season[]
  readonly season: Season
  readonly sheet: string
  readonly sheets: readonly Sheet[]
  readonly periods: readonly Period[]
  readonly answer: Asked
}

/** A ladder, or what the API said instead; `asked` is its answer to `seasonsPath`. */
export async function openBoard(
  ask: Ask,
  asked: Asked,
  { season: id, sheet }: { season: string; sheet: string },
  query: URLSearchParams,
): Promise<OpenedBoard | { readonly unanswered: Asked }> {
  const target = sheetTarget(id, sheet)
  const [sheets, periods, answer] = await Promise.all([
    ask(sheetsTarget(id)),
    ask(`${target}/periods`),
    ask(targetOf(`${target}/entries`, query)),
  ])
  const unanswered = unansweredOf([asked, sheets, periods])
  if (unanswered) return { unanswered }
  const seasons = seasonsOf(asked)
  const season = seasons.find((one) => String(one.id) === id) ?? { id, sheets: [sheet] }
  return { seasons, season, sheet, sheets: sheetsOf(sheets), periods: bodyOf(periods) as readonly Period[], answer }
}

/** The season that is on, else the newest. */
export const currentSeason = (seasons: readonly Season[]): Season | undefined =>
  seasons.find(({ state }) => state === 'season') ?? seasons[0]

/** How a rank moved, with a sign that is no colour, and in words. */
export function movementOf(
  rank: number,
  previous: number | null | undefined,
): { sign: string; words: string; kind: 'up' | 'down' | 'same' | 'new' } {
  if (previous == null || previous === 0) return { sign: '✦', words: 'new', kind: 'new' }
  if (previous > rank) return { sign: `▲ ${previous - rank}`, words: `up ${previous - rank}`, kind: 'up' }
  if (previous < rank) return { sign: `▼ ${rank - previous}`, words: `down ${rank - previous}`, kind: 'down' }
  return { sign: '=', words: 'unchanged', kind: 'same' }
}
