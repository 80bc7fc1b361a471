import type { Row } from '../../format/api-response.ts'

/** The price of one item at one merchant over time. */
interface StockSeries {
  readonly merchant: string
  readonly currency: string | undefined
  readonly rank: string | undefined
  /** ms since 1970, ascending. */
  readonly times: readonly number[]
  readonly prices: readonly number[]
  readonly stocks: readonly number[]
}

/** Groups observations of an item by merchant, currency and rank, those with the most observations first. */
export function stockSeries(rows: readonly Row[]): StockSeries[] {
  const groups = new Map<string, Map<number, Row>>()
  for (const row of rows) {
    const key = JSON.stringify([row.merchant_id, row.currency, row.rank_id])
    const group = groups.get(key) ?? new Map<number, Row>()
    groups.set(key, group.set(Date.parse(String(row.captured_at)), row))
  }
  return [...groups.values()].map(seriesOf).sort((a, b) => b.times.length - a.times.length)
}

function seriesOf(group: ReadonlyMap<number, Row>): StockSeries {
  const seen = [...group].sort(([a], [b]) => a - b)
  const rows = seen.map(([, row]) => row)
  const [first = {}] = rows
  const given = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return {
    merchant: String(first.merchant_id),
    currency: given(first.currency),
    rank: given(first.rank_id),
    times: seen.map(([at]) => at),
    prices: rows.map(({ price }) => Number(price)),
    stocks: rows.map(({ stock }) => Number(stock)),
  }
}
