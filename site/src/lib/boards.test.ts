import { describe, expect, it } from 'vitest'
import { boardPath, currentSeason, movementOf } from './boards.ts'

describe('the movement of a rank', () => {
  it('is up where the number got smaller', () => {
    expect(movementOf(2, 5)).toEqual({ sign: '▲ 3', words: 'up 3', kind: 'up' })
    expect(movementOf(5, 2)).toMatchObject({ words: 'down 3', kind: 'down' })
    expect(movementOf(5, 5)).toMatchObject({ words: 'unchanged' })
  })
  it('is none of somebody who was not there before', () => expect(movementOf(5, null).kind).toBe('new'))
})

it('the season that is on comes before newer ones', () => {
  const season = (id: string, state: string) => ({ id, state, sheets: [] })
  expect(currentSeason([season('9', 'preseason'), season('8', 'season')])?.id).toBe('8')
  expect(currentSeason([season('9', 'ended')])?.id).toBe('9')
})

it('ids are safe in a path', () => expect(boardPath('a/b', 1)).toBe('/leaderboards/a%2Fb/1'))
