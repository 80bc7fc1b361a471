import { expect, it } from 'vitest'
import { populationSince, thinned, type Sample } from './population.ts'

const sample = (minute: number): Sample => ({
  timestamp: new Date(minute * 60_000).toISOString(),
  ...{ num_online: minute * 10, num_lobby: minute, num_dungeon: minute * 9 },
})

it('a long window is asked for answer by answer', async () => {
  const asked: string[] = []
  const ask = (target: string) => {
    asked.push(target)
    const isFirst = asked.length === 1
    const json = { samples: [sample(isFirst ? 1 : 2)], next: isFirst ? sample(2).timestamp : null }
    return Promise.resolve({ status: 200, target, headers: {}, json })
  }
  const { samples, call } = await populationSince(ask, 0, 600_000)
  expect(samples).toHaveLength(2)
  expect(asked[0]).toBe(call)
  expect(asked[1]).toContain('from=1970-01-01T00:02:00.000Z')
})

it('an answer that is missing is told, with what came before it', async () => {
  const ask = (target: string) =>
    Promise.resolve({ status: 503, target, headers: {}, json: { detail: 'Too many wait.' } })
  const { samples, unanswered } = await populationSince(ask, 0, 600_000)
  expect(samples).toEqual([])
  expect(unanswered?.status).toBe(503)
})

it('many samples become few points, each the mean of neighbours', () => {
  expect(thinned([sample(1), sample(3), sample(5)], 2)).toEqual([
    { at: 60_000, online: 20, lobby: 2, dungeon: 18 },
    { at: 300_000, online: 50, lobby: 5, dungeon: 45 },
  ])
  expect(thinned([], 10)).toEqual([])
})
