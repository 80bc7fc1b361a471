import type { ChartColumn } from './chart-data.ts'
import type { PriceBucket } from './price-series.ts'

/** Prices as every chart of them shows them. */
export const priceColumns = (series: readonly PriceBucket[]): ChartColumn[] => [
  { label: 'Median', draw: 'line', values: series.map(({ median }) => median) },
  { label: 'Average', draw: 'line', values: series.map(({ avg }) => avg) },
  { label: 'Least', draw: 'low', values: series.map(({ min }) => min) },
  { label: 'Most', draw: 'high', values: series.map(({ max }) => max) },
  { label: 'Volume', draw: 'bars', values: series.map(({ volume }) => volume) },
  { label: 'Listings', draw: 'none', values: series.map(({ listings }) => listings) },
]
