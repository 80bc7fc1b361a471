import { minutesOf } from '../../../../data/api/live/items/price-history.ts'
import type { Translate } from '../../messages/translate.ts'
import type { ChartColumn } from '../../format/charts/chart-data.ts'
import type { ChartInput } from '../../format/charts/chart-plan.ts'
import { fewListings, type PriceBucket } from '../../format/charts/price-series.ts'

const columnsOf = (series: readonly PriceBucket[], t: Translate): ChartColumn[] => [
  { label: t('chart.median'), draw: 'line', values: series.map(({ median }) => median) },
  { label: t('chart.average'), draw: 'line', values: series.map(({ avg }) => avg) },
  { label: t('chart.lowest'), draw: 'low', values: series.map(({ min }) => min) },
  { label: t('chart.highest'), draw: 'high', values: series.map(({ max }) => max) },
  { label: t('chart.pieces'), draw: 'bars', values: series.map(({ volume }) => volume) },
  { label: t('listing.listings'), draw: 'none', values: series.map(({ listings }) => listings) },
]

/** Returns the input of a chart of prices. The API omits intervals without listings, so there the chart has gaps. */
export const priceChart = (
  series: readonly PriceBucket[],
  interval: string,
  t: Translate,
): ChartInput & { readonly uncertainLabel: string } => ({
  times: series.map(({ timestamp }) => Date.parse(timestamp)),
  columns: columnsOf(series, t),
  step: minutesOf(interval) * 60_000,
  uncertain: series.map(({ listings }) => listings < fewListings),
  uncertainLabel: t('chart.uncertain', { count: fewListings }),
})
