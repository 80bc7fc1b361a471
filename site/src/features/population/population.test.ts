import { expect, it } from 'vitest'
import { maxRequests, gapThreshold, populationSince, downsample, type PopulationSample } from './population.ts'

const sample = (minute: number): PopulationSample => ({
  timestamp: new Date(minute * 60_000).toISOString(),
  ...{ num_online: minute * 10, num_lobby: minute, num_dungeon: minute * 9 },
})

/** Returns an API with one sample per minute and ten samples per response. */
function feedOf(minutes: number) {
  const requested: string[] = []
  const fetchApi = (target: string) => {
    requested.push(target)
    const query = new URLSearchParams(target.split('?')[1])
    const [from, to] = ['from', 'to'].map((name) => Date.parse(query.get(name) ?? '') / 60_000)
    const all = Array.from({ length: minutes }, (_, minute) => minute).filter(
      (at) => at >= Number(from) && at < Number(to),
    )
    const next = all.length > 10 ? sample(all[10] ?? 0).timestamp : null
    return Promise.resolve({ status: 200, target, headers: {}, json: { samples: all.slice(0, 10).map(sample), next } })
  }
  return { fetchApi, requested }
}
const minutesOf = (samples: readonly PopulationSample[]) => samples.map(({ num_lobby: minute }) => minute)
const upTo = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

it('populationSince reads a short window with one request', async () => {
  const { fetchApi, requested } = feedOf(8)
  const { samples, call, startsAt } = await populationSince(fetchApi, 0, 480_000)
  expect([minutesOf(samples), requested, startsAt]).toEqual([upTo(0, 8), [call], undefined])
})

it('populationSince reads a long window with several requests, each sample once and in order', async () => {
  const { fetchApi } = feedOf(60)
  const { samples, startsAt } = await populationSince(fetchApi, 0, 60 * 60_000)
  expect([minutesOf(samples), startsAt]).toEqual([upTo(0, 60), undefined])
})

it('populationSince reads the newest part of a window that is too long, and returns its start', async () => {
  const { fetchApi, requested } = feedOf(2000)
  const { samples, startsAt } = await populationSince(fetchApi, 0, 2000 * 60_000)
  expect(requested).toHaveLength(maxRequests)
  const first = minutesOf(samples)[0] ?? 0
  expect(startsAt).toBe(first * 60_000)
  expect(first).toBeGreaterThan(0)
  expect(minutesOf(samples)).toEqual(upTo(first, 2000))
})

it('populationSince returns a failed response with the samples read before', async () => {
  const fetchApi = (target: string) =>
    Promise.resolve({ status: 503, target, headers: {}, json: { detail: 'Too many wait.' } })
  const { samples, unanswered } = await populationSince(fetchApi, 0, 600_000)
  expect(samples).toEqual([])
  expect(unanswered?.status).toBe(503)
})

it('downsample reduces samples to means of neighbours', () => {
  expect(downsample([sample(1), sample(3), sample(5)], 2)).toEqual([
    { at: 60_000, online: 20, lobby: 2, dungeon: 18 },
    { at: 300_000, online: 50, lobby: 5, dungeon: 45 },
  ])
  expect(downsample([], 10)).toEqual([])
})

it('gapThreshold is twice the median distance of samples', () => {
  expect(gapThreshold([0, 10, 20, 25, 35, 500])).toBe(20)
  expect(gapThreshold([0])).toBe(Infinity)
})
