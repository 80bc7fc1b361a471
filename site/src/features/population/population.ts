import type { ApiClient, ApiResponse } from '../../format/api-response.ts'

export interface Sample {
  readonly timestamp: string
  readonly num_online: number
  readonly num_lobby: number
  readonly num_dungeon: number
}

/** Enough for four weeks of a sample a minute, a thousand an answer. */
export const maxAnswers = 48

interface Answer {
  readonly samples: readonly Sample[]
  readonly next: string | null
}

interface Population {
  /** Ascending. */
  readonly samples: readonly Sample[]
  /** The API call of the whole. */
  readonly call: string
  /** The answer that was missing. */
  readonly unanswered?: ApiResponse
  /** From where on there are samples, ms since 1970, where the window was too long to be read whole. */
  readonly clippedMax?: number
}

/** Samples from `from` on. An answer holds the first of its window: what it leaves out is read from the newest back. */
export async function populationSince(fetchApi: ApiClient, from: number, to: number): Promise<Population> {
  const iso = (at: number) => new Date(at).toISOString()
  const target = (since: number, until: number) => `/v2/population/history?from=${iso(since)}&to=${iso(until)}`
  const call = target(from, to)
  const whole = await fetchApi(call)
  if (whole.status !== 200) return { samples: [], call, unanswered: whole }
  const { samples: oldest, next } = whole.json as Answer
  if (next === null) return { samples: oldest, call }
  const known = Date.parse(next)
  const parts: (readonly Sample[])[] = []
  let [end, width] = [to, known - from]
  for (let requests = 1; end > known; requests++) {
    if (requests === maxAnswers) return { samples: parts.reverse().flat(), call, clippedMax: end }
    const start = Math.max(known, end - width)
    const answer = await fetchApi(target(start, end))
    if (answer.status !== 200) return { samples: parts.reverse().flat(), call, unanswered: answer }
    const part = answer.json as Answer
    if (part.next === null) {
      parts.push(part.samples)
      end = start
    } else width = Math.max(1, Math.floor((Date.parse(part.next) - start) * 0.9))
  }
  return { samples: [...oldest, ...parts.reverse().flat()], call }
}

/** At most `max` points, each the mean of neighbours. */
export function downsample(samples: readonly Sample[], max: number) {
  const width = Math.ceil(samples.length / max) || 1
  return Array.from({ length: Math.ceil(samples.length / width) }, (_, at) => {
    const some = samples.slice(at * width, (at + 1) * width)
    const mean = (of: (sample: Sample) => number) =>
      Math.round(some.reduce((sum, one) => sum + of(one), 0) / some.length)
    return {
      at: Date.parse(some[0]?.timestamp ?? ''),
      online: mean(({ num_online: count }) => count),
      lobby: mean(({ num_lobby: count }) => count),
      dungeon: mean(({ num_dungeon: count }) => count),
    }
  })
}

/** Twice the time that usually lies between two neighbours: beyond that the feed was silent. */
export function gapThreshold(times: readonly number[]): number {
  const apart = times.slice(1).map((at, n) => at - (times[n] ?? at))
  return 2 * (apart.sort((a, b) => a - b)[Math.floor(apart.length / 2)] ?? Infinity)
}
