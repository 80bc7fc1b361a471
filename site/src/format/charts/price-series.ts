import type { ApiClient, ApiResponse } from '../ask.ts'
import { sparklinePath } from './sparkline.ts'

export interface PriceBucket {
  readonly timestamp: string
  readonly avg: number
  readonly min: number
  readonly max: number
  readonly volume: number
  readonly median: number
  readonly listings: number
}

/** Buckets that rest on fewer listings say little. */
export const fewListings = 5

export const seriesOf = ({ status, json }: ApiResponse): readonly PriceBucket[] =>
  status === 200 ? (json as { body: { series: readonly PriceBucket[] } }).body.series : []

export const pricesTarget = (id: string, query = ''): string =>
  `/v2/market/analytics/${encodeURIComponent(id)}/prices/history${query && `?${query}`}`

/** The median of each of the last days, as a small line, for items that were listed on two days or more. */
export async function sparklinesOf(fetchApi: ApiClient, ids: readonly string[]): Promise<Map<string, string>> {
  const drawn = await Promise.all(
    [...new Set(ids)].map(async (id) => {
      const series = seriesOf(await fetchApi(pricesTarget(id, 'interval=1d')))
      return [id, sparklinePath(series.map(({ median }) => median))] as const
    }),
  )
  return new Map(drawn.flatMap(([id, path]) => (path === undefined ? [] : [[id, path] as const])))
}

export interface PriceSummary {
  readonly listings: number
  readonly volume: number
  readonly min: number
  readonly max: number
  /** Of the newest bucket. */
  readonly last: PriceBucket
}

export function summaryOf(series: readonly PriceBucket[]): PriceSummary | undefined {
  const last = series.at(-1)
  if (!last) return undefined
  const sum = (of: (bucket: PriceBucket) => number) => series.reduce((total, bucket) => total + of(bucket), 0)
  return {
    listings: sum(({ listings }) => listings),
    volume: sum(({ volume }) => volume),
    min: Math.min(...series.map(({ min }) => min)),
    max: Math.max(...series.map(({ max }) => max)),
    last,
  }
}
