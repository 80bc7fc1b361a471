import { expect, it } from 'vitest'
import { maxAnswers, gapThreshold, populationSince, downsample, type Sample } from './population.ts'

const sample = (minute: number): Sample => ({
  timestamp: new Date(minute * 60_000).toISOString(),
  ...{ num_online: minute * 10, num_lobby: minute, num_dungeon: minute * 9 },
})

/** A feed with a sample each minute, of which an answer holds ten. */
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
const minutesOf = (samples: readonly Sample[]) => samples.map(({ num_lobby: minute }) => minute)
const upTo = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

it('a short window is one answer', async () => {
  const { fetchApi, requested } = feedOf(8)
  const { samples, call, clippedMax } = await populationSince(fetchApi, 0, 480_000)
  expect([minutesOf(samples), requested, clippedMax]).toEqual([upTo(0, 8), [call], undefined])
})

it('a long window is asked for answer by answer, each sample once and in order', async () => {
  const { fetchApi } = feedOf(60)
  const { samples, clippedMax } = await populationSince(fetchApi, 0, 60 * 60_000)
  expect([minutesOf(samples), clippedMax]).toEqual([upTo(0, 60), undefined])
})

it('of a window that is too long the newest part is read, and it is reported where that begins', async () => {
  const { fetchApi, requested } = feedOf(2000)
  const { samples, clippedMax } = await populationSince(fetchApi, 0, 2000 * 60_000)
  expect(requested).toHaveLength(maxAnswers)
  const first = minutesOf(samples)[0] ?? 0
  expect(clippedMax).toBe(first * 60_000)
  expect(first).toBeGreaterThan(0)
  expect(minutesOf(samples)).toEqual(upTo(first, 2000))
})

it('an answer that is missing is reported, with what came before it', async () => {
  const fetchApi = (target: string) =>
    Promise.resolve({ status: 503, target, headers: {}, json: { detail: 'Too many wait.' } })
  const { samples, unanswered } = await populationSince(fetchApi, 0, 600_000)
  expect(samples).toEqual([])
  expect(unanswered?.status).toBe(503)
})

it('many samples become few points, each the mean of neighbours', () => {
  expect(downsample([sample(1), sample(3), sample(5)], 2)).toEqual([
    { at: 60_000, online: 20, lobby: 2, dungeon: 18 },
    { at: 300_000, online: 50, lobby: 5, dungeon: 45 },
  ])
  expect(downsample([], 10)).toEqual([])
})

it('a feed is waited for twice as long as it usually takes', () => {
  expect(gapThreshold([0, 10, 20, 25, 35, 500])).toBe(20)
  expect(gapThreshold([0])).toBe(Infinity)
})
