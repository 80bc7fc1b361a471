import type { LiveReader } from '../../../data/store/live/reading/live-reader.ts'
import type { Condition } from '../../../data/api/model/conditions.ts'
import type { Slice } from '../../../data/api/model/live-store.ts'
import { Stream } from '../../../data/sample/random.ts'
import type { Budget, Figure } from '../measure/bench.ts'
import { latencies, type Latencies } from './latencies.ts'
import {
  archetypeIdOf,
  classes,
  drawItem,
  drawSeller,
  itemIdOf,
  rareWords,
  sellerOf,
  yearBegin,
  yearEnd,
} from './synthetic-feeds.ts'
import {
  drawConditions,
  firstPage,
  marketFilterNames,
  page1000,
  pairsOfFilters,
  type MarketFilter,
} from './market-queries.ts'
import { quantile } from '../measure/rounds.ts'

/** Readers of a large and a small amount of the same feeds. */
export interface Readers {
  readonly large: LiveReader
  readonly small: LiveReader
}

const now = yearEnd - 3_600_000
const dayMilliseconds = 86_400_000

const milliseconds = (times: readonly number[]) =>
  `${quantile(times, 0.5).toFixed(2)} / ${quantile(times, 0.99).toFixed(2)} ms`

function figureOf(figure: string, { large, small }: Latencies, budget?: Budget): Figure {
  const ratio = quantile(large, 0.99) / quantile(small, 0.99)
  return { figure: `${figure}: p50 / p99`, measured: milliseconds(large), baseline: milliseconds(small), ratio, budget }
}

const asksFor = (slice: Slice) => (reader: LiveReader) => (conditions: readonly Condition[]) =>
  reader.market.listings(conditions, slice, now)

/** Measures each filter alone, then pairs of filters: all pairs together, and the pairs with the highest ratios. */
export async function marketFigures({ large, small }: Readers, count: number): Promise<Figure[]> {
  const ask = asksFor(firstPage)
  const measure = async (filters: readonly MarketFilter[]) => ({
    name: filters.join(' + '),
    times: await latencies(drawConditions(filters, count), ask(large), ask(small)),
  })
  const figures: Figure[] = []
  for (const name of marketFilterNames) {
    const { times } = await measure([name])
    figures.push(figureOf(`market by ${name}`, times, { atMost: 3 }))
  }
  const pairs: { figure: Figure; times: Latencies }[] = []
  for (const pair of pairsOfFilters) {
    const { name, times } = await measure(pair)
    pairs.push({ figure: figureOf(`market by ${name}`, times, { atMost: 3 }), times })
  }
  const together = {
    large: pairs.flatMap(({ times }) => times.large),
    small: pairs.flatMap(({ times }) => times.small),
  }
  const missed = pairs.filter(({ figure }) => figure.ratio > 3).length
  const slowest = pairs.map(({ figure }) => figure).sort((a, b) => b.ratio - a.ratio)
  return [
    ...figures,
    figureOf(`all ${pairs.length} pairs of filters, ${missed} of which miss the budget`, together, { atMost: 3 }),
    ...slowest.slice(0, 10),
  ]
}

/** Compares page 1,000 with page 1 of the same queries on the large market. */
export async function depthFigures({ large }: Readers, count: number): Promise<Figure[]> {
  const queries = [...marketFilterNames.map((name) => [name]), ...pairsOfFilters].flatMap((filters) =>
    drawConditions(filters, count),
  )
  const deep: Condition[][] = []
  for (const conditions of queries)
    if ((await asksFor(page1000)(large)(conditions)).value.rows.length > 0) deep.push(conditions)
  const times = await latencies([[], ...deep], asksFor(page1000)(large), asksFor(firstPage)(large))
  return [figureOf(`page 1,000 of ${deep.length + 1} queries that reach it, against page 1`, times, { atMost: 3 })]
}

const subjects = {
  items: (stream: Stream) => itemIdOf(drawItem(stream)),
  archetypes: (stream: Stream) => archetypeIdOf(drawItem(stream)),
} as const

const windows = {
  '15m over 7 days': { intervalMinutes: 15, days: 7 },
  '7h over a year': { intervalMinutes: 420, days: 365 },
  '97m over a year': { intervalMinutes: 97, days: 365 },
} as const

export async function priceFigures({ large, small }: Readers, count: number): Promise<Figure[]> {
  const figures: Figure[] = []
  const page = (conditions: readonly Condition[]) => large.market.listings(conditions, { offset: 0, limit: 250 }, now)
  for (const [kind, draw] of Object.entries(subjects))
    for (const [name, { intervalMinutes, days }] of Object.entries(windows)) {
      const stream = new Stream(`live/prices/${kind}/${name}`)
      const queries = Array.from({ length: count }, () => {
        const to = Math.min(
          yearEnd,
          Math.round(yearBegin + days * dayMilliseconds + stream.next() * (yearEnd - yearBegin)),
        )
        const itemId = draw(stream)
        const window = { itemIds: [itemId], intervalMinutes, from: to - days * dayMilliseconds, to }
        return {
          window,
          conditions: [
            { column: kind === 'items' ? 'item_id' : 'archetype', operator: 'equal', value: itemId },
          ] as Condition[],
        }
      })
      const prices = (reader: LiveReader) => (query: (typeof queries)[number]) =>
        reader.market.priceHistories(query.window)
      figures.push(figureOf(`prices of ${kind}, ${name}`, await latencies(queries, prices(large), prices(small))))
      if (days > 7) continue
      const times = await latencies(queries, prices(large), ({ conditions }) => page(conditions))
      figures.push(
        figureOf(`prices of ${kind}, ${name}, against a page of 250 of their listings`, times, { atMost: 2 }),
      )
    }
  return figures
}

type TradeDraw = (stream: Stream) => Condition[]
const containing = (value: string): Condition => ({ column: 'message', operator: 'containing', value })
const tradeDraws: Readonly<Record<string, TradeDraw>> = {
  'contains a common word': (stream) => [
    containing(stream.pick(['selling', 'longsword', '売ります', 'price', 'cobalt'])),
  ],
  'contains a rare word': (stream) => [containing(stream.pick(rareWords))],
  'contains two characters': (stream) => [containing(stream.pick(['指輪', '交換', 'wt', '剣 ', 'zq']))],
  'contains nothing that occurs': (stream) => [containing(`nothing ${stream.int(0, 1e6)}`)],
  sender: (stream) => [{ column: 'sender', operator: 'equal', value: sellerOf(drawSeller(stream)) }],
  sender_class: (stream) => [{ column: 'sender_class', operator: 'equal', value: stream.pick(classes) }],
  'from and to': (stream) => {
    const from = Math.round(stream.between(yearBegin, yearEnd))
    return [
      { column: 'timestamp', operator: 'atLeast', value: from },
      { column: 'timestamp', operator: 'below', value: from + stream.int(1, 60) * dayMilliseconds },
    ]
  },
}

export async function tradeFigures({ large, small }: Readers, count: number): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, draw] of Object.entries(tradeDraws)) {
    const stream = new Stream(`live/trades/${name}`)
    const queries = Array.from({ length: count }, () => draw(stream))
    const ask = (reader: LiveReader) => (conditions: readonly Condition[]) =>
      reader.trades.trades(conditions, firstPage)
    figures.push(figureOf(`trades: ${name}`, await latencies(queries, ask(large), ask(small))))
  }
  return figures
}
