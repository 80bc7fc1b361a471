import type { Term } from '../../../data/api/live/live-store.ts'
import type { Figure } from '../bench.ts'
import { readAll } from '../connection.ts'
import { startService, type ServerProcess } from '../server-process.ts'
import { latencies, quantile } from './latencies.ts'
import { drawTerms, marketFilterNames } from './market-queries.ts'

const names: Readonly<Record<string, string>> = { atLeast: 'min_', atMost: 'max_', equal: '' }

function parameterOf({ column, is, value }: Term): string {
  const name = column === 'created_at' ? (is === 'atLeast' ? 'from' : 'to') : `${names[is]}${column}`
  const shown = column === 'created_at' ? new Date(Number(value)).toISOString() : String(value)
  return `${name}=${encodeURIComponent(shown)}`
}

/** A sample of market queries through the service, one after another. */
export async function httpFigures(
  folders: { readonly large: string; readonly small: string },
  count: number,
): Promise<Figure[]> {
  const targets = marketFilterNames
    .filter((name) => name !== 'rarity')
    .flatMap((name) => drawTerms([name], Math.ceil(count / marketFilterNames.length)))
    .map((terms) => `/v2/market?limit=25&${terms.map(parameterOf).join('&')}`)
  const small = await startService(folders.small)
  const large = await startService(folders.large)
  const ask =
    ({ port }: ServerProcess) =>
    (target: string) =>
      readAll(port, [target])
  try {
    const times = await latencies(targets, ask(large), ask(small), () => performance.now())
    const shown = (of: readonly number[]) => `${quantile(of, 0.5).toFixed(1)} / ${quantile(of, 0.99).toFixed(1)} ms`
    return [
      {
        figure: 'market over HTTP, by one filter: p50 / p99',
        measured: shown(times.large),
        baseline: shown(times.small),
        ratio: quantile(times.large, 0.99) / quantile(times.small, 0.99),
      },
    ]
  } finally {
    await Promise.all([small.stop(), large.stop()])
  }
}
