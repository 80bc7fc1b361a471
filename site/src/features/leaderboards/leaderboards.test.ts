import { describe, expect, it } from 'vitest'
import type { ApiResponse } from '../../format/api-response.ts'
import {
  characterAt,
  leaderboardPath,
  currentSeason,
  describeRankChange,
  loadLeaderboard,
  seasonsOf,
  seasonsPath,
} from './leaderboards.ts'
import { inEnglish } from '../../messages/catalogs.ts'

const answered = (target: string, json: unknown, status = 200): ApiResponse => ({ target, status, headers: {}, json })

describe('describeRankChange', () => {
  it('is up if the number of the rank decreased', () => {
    expect(describeRankChange(2, 5, inEnglish)).toEqual({ sign: '▲ 3', words: 'up 3', kind: 'up' })
    expect(describeRankChange(5, 2, inEnglish)).toMatchObject({ words: 'down 3', kind: 'down' })
    expect(describeRankChange(5, 5, inEnglish)).toMatchObject({ words: 'unchanged' })
  })
  it('is new without a previous rank', () => expect(describeRankChange(5, null, inEnglish).kind).toBe('new'))
})

it('currentSeason prefers the running season to newer ones, and falls back to the latest', () => {
  const season = (id: string, state: string) => ({ id, state, sheets: [] })
  const currentOf = (...body: unknown[]) => currentSeason(seasonsOf(answered(seasonsPath, { body })))?.id
  // In the order of the API, newest last.
  expect(currentOf(season('8', 'season'), season('9', 'preseason'))).toBe('8')
  expect(currentOf(season('9', 'ended'))).toBe('9')
  expect(currentOf(season('9', 'ended'), season('10', 'ended'))).toBe('10')
  expect(currentOf(season('9', 'ended'), season('10', 'none'))).toBe('9')
  expect(currentOf()).toBeUndefined()
})

it('leaderboardPath encodes ids', () => expect(leaderboardPath('a/b', 1)).toBe('/leaderboards/a%2Fb/1'))

describe('loadLeaderboard', () => {
  const seasons = answered(seasonsPath, { body: [{ id: '9', sheets: ['solo'] }] })
  const opened = (statusOf: (target: string) => number) =>
    loadLeaderboard(
      (target) => Promise.resolve(answered(target, { body: [] }, statusOf(target))),
      seasons,
      { season: '9', sheet: 'solo' },
      new URLSearchParams({ class: 'x' }),
    )

  it('returns the leaderboard with the problem if the query is rejected', async () => {
    const board = await opened((target) => (target.includes('/entries') ? 400 : 200))
    expect(board).toMatchObject({ season: { id: '9' }, answer: { status: 400 } })
  })

  it.each(['/sheets', '/periods'])('returns the failed response if %s cannot be loaded', async (end) => {
    const board = await opened((target) => (target.endsWith(end) ? 503 : 200))
    expect(board).toMatchObject({ unanswered: { status: 503 } })
  })
})

it('characterAt decodes the end of the path once', () => {
  const at = (name: string) => new URL(`http://a/leaderboards/7/solo/${encodeURIComponent(name)}?patch=4`)
  for (const name of ['Vesper', 'Ödön the 2nd', 'O&M=1+1', '100%26', '100%', '"><i>'])
    expect(characterAt(at(name))).toBe(name)
  expect(characterAt(new URL('http://a/leaderboards/7/solo/100%'))).toBe('100%')
})
