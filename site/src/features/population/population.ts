import type { ApiClient, ApiResponse } from '../../format/api-response.ts'

export interface PopulationSample {
  readonly timestamp: string
  readonly num_online: number
  readonly num_lobby: number
  readonly num_dungeon: number
}

/** Maximum number of requests. It is enough for four weeks with a sample per minute and 1,000 samples per response. */
export const maxRequests = 48

interface HistoryResponse {
  readonly samples: readonly PopulationSample[]
  readonly next: string | null
}

interface Population {
  /** Samples in order of time. */
  readonly samples: readonly PopulationSample[]
  /** The API call for the whole window. */
  readonly call: string
  /** The response of a request that failed. */
  readonly unanswered?: ApiResponse
  /** Start of the samples, ms since 1970, if the window was too long to be read completely. */
  readonly startsAt?: number
}

/**
 * Loads the samples from `from` to `to`, ms since 1970. A response contains the oldest samples of its window, so the rest is read
 * with several requests, newest samples first.
 */
export async function populationSince(fetchApi: ApiClient, from: number, to: number): Promise<Population> {
  const iso = (at: number) => new Date(at).toISOString()
  const target = (since: number, until: number) => `/v2/population/history?from=${iso(since)}&to=${iso(until)}`
  const call = target(from, to)
  const whole = await fetchApi(call)
  if (whole.status !== 200) return { samples: [], call, unanswered: whole }
  const { samples: oldest, next } = whole.json as HistoryResponse
  if (next === null) return { samples: oldest, call }
  const oldestEnd = Date.parse(next)
  const parts: (readonly PopulationSample[])[] = []
  let [end, width] = [to, oldestEnd - from]
  for (let requests = 1; end > oldestEnd; requests++) {
    if (requests === maxRequests) return { samples: parts.reverse().flat(), call, startsAt: end }
    const start = Math.max(oldestEnd, end - width)
    const answer = await fetchApi(target(start, end))
    if (answer.status !== 200) return { samples: parts.reverse().flat(), call, unanswered: answer }
    const part = answer.json as HistoryResponse
    if (part.next === null) {
      parts.push(part.samples)
      end = start
    } else width = Math.max(1, Math.floor((Date.parse(part.next) - start) * 0.9))
  }
  return { samples: [...oldest, ...parts.reverse().flat()], call }
}

/** Reduces samples to at most `max` points, each of which is the mean of neighbouring samples. */
export function downsample(samples: readonly PopulationSample[], max: number) {
  const width = Math.ceil(samples.length / max) || 1
  return Array.from({ length: Math.ceil(samples.length / width) }, (_, at) => {
    const some = samples.slice(at * width, (at + 1) * width)
    const mean = (of: (sample: PopulationSample) => number) =>
      Math.round(some.reduce((sum, one) => sum + of(one), 0) / some.length)
    return {
      at: Date.parse(some[0]?.timestamp ?? ''),
      online: mean(({ num_online: count }) => count),
      lobby: mean(({ num_lobby: count }) => count),
      dungeon: mean(({ num_dungeon: count }) => count),
    }
  })
}

/** Returns twice the median distance of neighbouring samples. A longer distance is a gap in the observations. */
export function gapThreshold(times: readonly number[]): number {
  const apart = times.slice(1).map((at, n) => at - (times[n] ?? at))
  return 2 * (apart.sort((a, b) => a - b)[Math.floor(apart.length / 2)] ?? Infinity)
}
