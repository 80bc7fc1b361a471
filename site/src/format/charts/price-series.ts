import type { ApiResponse } from '../api-response.ts'

export interface PriceBucket {
  readonly timestamp: string
  readonly avg: number
  readonly min: number
  readonly max: number
  readonly volume: number
  readonly median: number
  readonly listings: number
}

/** Prices based on fewer listings are marked as uncertain. */
export const fewListings = 5

/** The intervals of a price history; empty if the API answered with an error. */
export const seriesOf = ({ status, json }: ApiResponse): readonly PriceBucket[] =>
  status === 200 ? (json as { body: { series: readonly PriceBucket[] } }).body.series : []

/** The API target of an item's or archetype's price history. */
export const pricesTarget = (id: string, query = ''): string =>
  `/v2/market/analytics/${encodeURIComponent(id)}/prices/history${query && `?${query}`}`

interface PriceSummary {
  readonly listings: number
  readonly volume: number
  readonly min: number
  readonly max: number
}

/** Totals and extremes of a price history; undefined if it is empty. */
export function summaryOf(series: readonly PriceBucket[]): PriceSummary | undefined {
  if (series.length === 0) return undefined
  const sum = (of: (bucket: PriceBucket) => number) => series.reduce((total, bucket) => total + of(bucket), 0)
  return {
    listings: sum(({ listings }) => listings),
    volume: sum(({ volume }) => volume),
    min: Math.min(...series.map(({ min }) => min)),
    max: Math.max(...series.map(({ max }) => max)),
  }
}
