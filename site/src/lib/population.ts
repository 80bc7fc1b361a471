import type { Ask, Asked } from './ask.ts'

export interface Sample {
  readonly timestamp: string
  readonly num_online: number
  readonly num_lobby: number
  readonly num_dungeon: number
}

const mostAnswers = 12

/** All samples from `from` on, answer by answer; `call` is the first of them, `unanswered` the one that had none. */
export async function populationSince(ask: Ask, from: number, to: number) {
  const until = new Date(to).toISOString()
  const target = (since: string) => `/v2/population/history?from=${since}&to=${until}`
  const call = target(new Date(from).toISOString())
  const samples: Sample[] = []
  let unanswered: Asked | undefined
  let next: string | null = call
  for (let asked = 0; next !== null && asked < mostAnswers; asked++) {
    const asking = await ask(next)
    if (asking.status !== 200) {
      unanswered = asking
      break
    }
    const answer = asking.json as { samples: readonly Sample[]; next: string | null }
    samples.push(...answer.samples)
    next = answer.next === null ? null : target(answer.next)
  }
  return { samples, call, unanswered }
}

/** At most `most` points, each the mean of neighbours. */
export function thinned(samples: readonly Sample[], most: number) {
  const width = Math.ceil(samples.length / most) || 1
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
