import type { Condition } from '../../../data/api/model/conditions.ts'
import type { Figure } from '../measure/bench.ts'
import { readAll } from '../measure/connection.ts'
import { startService, type ServerProcess } from '../measure/server-process.ts'
import { latencies } from './latencies.ts'
import { drawConditions, marketFilterNames } from './market-queries.ts'
import { quantile } from '../measure/rounds.ts'

const names: Readonly<Record<string, string>> = { atLeast: 'min_', atMost: 'max_', equal: '' }

function parameterOf({ column, operator, value }: Condition): string {
  const name = column === 'created_at' ? (operator === 'atLeast' ? 'from' : 'to') : `${names[operator]}${column}`
  const format = column === 'created_at' ? new Date(Number(value)).toISOString() : String(value)
  return `${name}=${encodeURIComponent(format)}`
}

/** Measures a sample of market queries through the service, one after another. */
export async function httpFigures(
  folders: { readonly large: string; readonly small: string },
  count: number,
): Promise<Figure[]> {
  const targets = marketFilterNames
    .filter((name) => name !== 'rarity')
    .flatMap((name) => drawConditions([name], Math.ceil(count / marketFilterNames.length)))
    .map((conditions) => `/v2/market?limit=25&${conditions.map(parameterOf).join('&')}`)
  const small = await startService(folders.small)
  const large = await startService(folders.large)
  const fetchApi =
    ({ port }: ServerProcess) =>
    (target: string) =>
      readAll(port, [target])
  try {
    const times = await latencies(targets, fetchApi(large), fetchApi(small), () => performance.now())
    const format = (of: readonly number[]) => `${quantile(of, 0.5).toFixed(1)} / ${quantile(of, 0.99).toFixed(1)} ms`
    return [
      {
        figure: 'market over HTTP, by one filter: p50 / p99',
        measured: format(times.large),
        baseline: format(times.small),
        ratio: quantile(times.large, 0.99) / quantile(times.small, 0.99),
      },
    ]
  } finally {
    await Promise.all([small.stop(), large.stop()])
  }
}
