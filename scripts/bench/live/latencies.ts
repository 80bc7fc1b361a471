/** Processor times of many queries on two stores in milliseconds. */
export interface Latencies {
  readonly large: readonly number[]
  readonly small: readonly number[]
}

/** Number of rounds per query. The fastest counts, to leave out other work of the process. */
const rounds = 3

/** Processor time of this process in milliseconds, which does not depend on other processes. */
const processorTime = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Measures each query on both stores in turn. */
export async function latencies<Q>(
  queries: readonly Q[],
  large: (query: Q) => Promise<unknown>,
  small: (query: Q) => Promise<unknown>,
  clock: () => number = processorTime,
): Promise<Latencies> {
  const times = { large: queries.map(() => Infinity), small: queries.map(() => Infinity) }
  const timeOf = async (ask: (query: Q) => Promise<unknown>, query: Q) => {
    const began = clock()
    await ask(query)
    return clock() - began
  }
  for (let round = 0; round < rounds; round += 1)
    for (const [at, query] of queries.entries()) {
      times.small[at] = Math.min(times.small[at] ?? Infinity, await timeOf(small, query))
      times.large[at] = Math.min(times.large[at] ?? Infinity, await timeOf(large, query))
    }
  return times
}
