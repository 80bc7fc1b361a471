import { minutesOf } from '../../../../data/api/live/items/price-history.ts'
import type { ChartColumn } from '../../format/charts/chart-data.ts'
import type { ChartInput } from '../../format/charts/chart-plan.ts'
import { fewListings, type PriceBucket } from '../../format/charts/price-series.ts'

const columnsOf = (series: readonly PriceBucket[]): ChartColumn[] => [
  { label: 'Median price', draw: 'line', values: series.map(({ median }) => median) },
  { label: 'Average price', draw: 'line', values: series.map(({ avg }) => avg) },
  { label: 'Lowest price', draw: 'low', values: series.map(({ min }) => min) },
  { label: 'Highest price', draw: 'high', values: series.map(({ max }) => max) },
  { label: 'Pieces listed', draw: 'bars', values: series.map(({ volume }) => volume) },
  { label: 'Listings', draw: 'none', values: series.map(({ listings }) => listings) },
]

/** Prices as every chart of them shows them. The API leaves out intervals without a listing: no line is drawn there. */
export const priceChart = (
  series: readonly PriceBucket[],
  interval: string,
): ChartInput & { readonly unsureLabel: string } => ({
  times: series.map(({ timestamp }) => Date.parse(timestamp)),
  columns: columnsOf(series),
  step: minutesOf(interval) * 60_000,
  unsure: series.map(({ listings }) => listings < fewListings),
  unsureLabel: `fewer than ${fewListings} listings`,
})
