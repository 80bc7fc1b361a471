import type { Ask, Asked } from './ask.ts'

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

const seasonsPath = '/v2/leaderboards/seasons'
const bodyOf = ({ status, json }: Asked): unknown => (status === 200 ? (json as { body: unknown }).body : [])

export const boardPath = (season: string | number, sheet: string | number): string =>
  `/leaderboards/${encodeURIComponent(season)}/${encodeURIComponent(sheet)}`

export const sheetTarget = (season: string, sheet: string): string =>
  `${seasonsPath}/${encodeURIComponent(season)}/sheets/${encodeURIComponent(sheet)}`

/** Seasons, the newest first. */
export async function seasonsOf(ask: Ask): Promise<readonly Season[]> {
  return [...(bodyOf(await ask(seasonsPath)) as readonly Season[])].reverse()
}

export const sheetsOf = async (ask: Ask, season: string): Promise<readonly Sheet[]> =>
  bodyOf(await ask(`${seasonsPath}/${encodeURIComponent(season)}/sheets`)) as readonly Sheet[]

export const periodsOf = async (ask: Ask, season: string, sheet: string): Promise<readonly Period[]> =>
  bodyOf(await ask(`${sheetTarget(season, sheet)}/periods`)) as readonly Period[]

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
