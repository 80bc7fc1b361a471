// The geometry of a price chart: what a server draws of a series, in the units of the picture.

export interface Bucket {
  readonly timestamp: string
  readonly avg: number
  readonly median: number
  readonly min: number
  readonly max: number
  readonly volume: number
  readonly listings: number
}

export interface PriceLines {
  readonly width: number
  readonly height: number
  /** Path of the medians. */
  readonly line: string
  /** Path around least and greatest prices. */
  readonly band: string
  readonly bars: readonly { readonly x: number; readonly y: number; readonly width: number; readonly height: number }[]
  readonly points: readonly { readonly x: number; readonly y: number; readonly title: string }[]
  readonly priceTicks: readonly { readonly y: number; readonly label: string }[]
  readonly timeTicks: readonly { readonly x: number; readonly label: string }[]
}

const width = 720
const height = 260
const left = 56
const right = width - 8
const top = 12
const bottom = 178
const barsTop = 192
const barsBottom = 232

export function priceLines(series: readonly Bucket[]): PriceLines {
  const times = series.map(({ timestamp }) => Date.parse(timestamp))
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const x = (at: number) =>
    round(last === first ? (left + right) / 2 : left + ((at - first) / (last - first)) * (right - left))
  // One absurd listing shall not press all others flat: what is dearer is cut off at the top.
  const dear = 1.5 * Math.max(...series.map(({ median }) => median), 1)
  const greatest = Math.min(dear, Math.max(...series.map(({ max }) => max), 1))
  const least = Math.min(...series.map(({ min }) => min), greatest)
  const [low, high] = [Math.max(0, least - (greatest - least) * 0.1), greatest + (greatest - least) * 0.05]
  const y = (price: number) =>
    round(high === low ? (top + bottom) / 2 : Math.max(0, bottom - ((price - low) / (high - low)) * (bottom - top)))
  const places = series.map((bucket, place) => ({ bucket, x: x(times[place] ?? 0) }))
  const mostVolume = Math.max(...series.map(({ volume }) => volume), 1)
  const barWidth = Math.max(1, Math.min(14, (right - left) / Math.max(series.length, 1) - 1))
  const path = (points: readonly (readonly [number, number])[]) => points.map(([px, py]) => `${px} ${py}`).join(' L')
  const upper = places.map(({ bucket, x: px }) => [px, y(bucket.max)] as const)
  const lower = places.map(({ bucket, x: px }) => [px, y(bucket.min)] as const).reverse()
  return {
    width,
    height,
    line: places.length > 0 ? `M${path(places.map(({ bucket, x: px }) => [px, y(bucket.median)] as const))}` : '',
    band: places.length > 0 ? `M${path([...upper, ...lower])}Z` : '',
    bars: places.map(({ bucket, x: px }) => {
      const tall = round((bucket.volume / mostVolume) * (barsBottom - barsTop))
      return { x: round(px - barWidth / 2), y: round(barsBottom - tall), width: round(barWidth), height: tall }
    }),
    points: places.map(({ bucket, x: px }) => ({ x: px, y: y(bucket.median), title: titleOf(bucket) })),
    priceTicks: [0, 0.5, 1].map((share) => {
      const price = low + share * (high - low)
      return { y: y(price), label: Math.round(price).toLocaleString('en') }
    }),
    timeTicks: series.length > 1 ? [0, 0.5, 1].map((share) => tickOf(first + share * (last - first), x)) : [],
  }
}

const round = (value: number): number => Math.round(value * 10) / 10

const tickOf = (at: number, x: (at: number) => number) => ({ x: x(at), label: shortTime(new Date(at)) })

const shortTime = (at: Date): string =>
  at.toLocaleString('en', {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  })

const titleOf = ({ timestamp, median, listings }: Bucket): string =>
  `${shortTime(new Date(timestamp))} UTC: median ${median.toLocaleString('en')} of ${listings} listings`
