import { describe, expect, it } from 'vitest'
import type { ApiResponse } from '../../format/api-response.ts'
import {
  characterAt,
  leaderboardPath,
  currentSeason,
  movementOf,
  loadLeaderboard,
  seasonsOf,
  seasonsPath,
} from './leaderboards.ts'
import { inEnglish } from '../../messages/catalogs.ts'

const answered = (target: string, json: unknown, status = 200): ApiResponse => ({ target, status, headers: {}, json })

describe('the movement of a rank', () => {
  it('is up where the number got smaller', () => {
    expect(movementOf(2, 5, inEnglish)).toEqual({ sign: '▲ 3', words: 'up 3', kind: 'up' })
    expect(movementOf(5, 2, inEnglish)).toMatchObject({ words: 'down 3', kind: 'down' })
    expect(movementOf(5, 5, inEnglish)).toMatchObject({ words: 'unchanged' })
  })
  it('is none of somebody who was not there before', () => expect(movementOf(5, null, inEnglish).kind).toBe('new'))
})

it('the season that is on comes before newer ones, the latest where none is', () => {
  const season = (id: string, state: string) => ({ id, state, sheets: [] })
  const currentOf = (...body: unknown[]) => currentSeason(seasonsOf(answered(seasonsPath, { body })))?.id
  // As the API has them: the newest last.
  expect(currentOf(season('8', 'season'), season('9', 'preseason'))).toBe('8')
  expect(currentOf(season('9', 'ended'))).toBe('9')
  expect(currentOf(season('9', 'ended'), season('10', 'ended'))).toBe('10')
  expect(currentOf(season('9', 'ended'), season('10', 'none'))).toBe('9')
  expect(currentOf()).toBeUndefined()
})

it('ids are safe in a path', () => expect(leaderboardPath('a/b', 1)).toBe('/leaderboards/a%2Fb/1'))

describe('a ladder', () => {
  const seasons = answered(seasonsPath, { body: [{ id: '9', sheets: ['solo'] }] })
  const opened = (statusOf: (target: string) => number) =>
    loadLeaderboard(
      (target) => Promise.resolve(answered(target, { body: [] }, statusOf(target))),
      seasons,
      { season: '9', sheet: 'solo' },
      new URLSearchParams({ class: 'x' }),
    )

  it('is shown with what is wrong with the question', async () => {
    const board = await opened((target) => (target.includes('/entries') ? 400 : 200))
    expect(board).toMatchObject({ season: { id: '9' }, answer: { status: 400 } })
  })

  it.each(['/sheets', '/periods'])('is not there where %s are not', async (end) => {
    const board = await opened((target) => (target.endsWith(end) ? 503 : 200))
    expect(board).toMatchObject({ unanswered: { status: 503 } })
  })
})

it('the character of a page is the end of its address, decoded once', () => {
  const at = (name: string) => new URL(`http://a/leaderboards/7/solo/${encodeURIComponent(name)}?patch=4`)
  for (const name of ['Vesper', 'Ödön the 2nd', 'O&M=1+1', '100%26', '100%', '"><i>'])
    expect(characterAt(at(name))).toBe(name)
  expect(characterAt(new URL('http://a/leaderboards/7/solo/100%'))).toBe('100%')
})
