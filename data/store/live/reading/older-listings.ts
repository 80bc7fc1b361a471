// Answers lists that reach beyond the window of the market's index: older listings are read from the store, some at a
// time, so that requests for listings in the index do not have to wait.
import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Condition } from '../../../api/model/conditions.ts'
import { maxCountedRows, type LiveOrder, type Slice } from '../../../api/model/live-store.ts'
import { byteOrderKey } from '../../../api/model/values/byte-order.ts'
import { TooFarError, TooSlowError } from '../../dialect/unavailable.ts'
import {
  stretchStart,
  countListings,
  firstListings,
  newestListings,
  listingsWithKeys,
  type FoundListing,
  type SortedListing,
  type Stretch,
} from '../feeds/listing-queries.ts'
import type { LiveTables } from '../rows/tables.ts'
import type { MarketIndex, Selected } from './market-index/market-index.ts'

const listingsPerStretch = 20_000
const listingsPerQuery = 1000

/** A market whose index has a window. */
interface WindowedMarket {
  readonly db: Kysely<LiveTables>
  readonly index: MarketIndex
  /**
   * Listings that were created before this instant (ms since 1970) count as deleted, even if the store still has some.
   */
  readonly prunedBefore: number
  /** Time in which listings that are not in the index have to be read. */
  readonly readMilliseconds: number
}

/**
 * Returns what `MarketIndex.select` would return if the index had all listings: those in its window from the index, the
 * others from the store. Throws `TooSlowError` if reading them takes too long, and `TooFarError` for a sorted page that
 * ends after the first `maxCountedRows` listings.
 */
export function selectBeyondWindow(
  market: WindowedMarket,
  conditions: readonly Condition[],
  slice: Slice,
  now: number,
): Promise<Selected> {
  const { order } = slice
  return order
    ? selectSorted(market, conditions, { ...slice, order }, now)
    : selectNewest(market, conditions, slice, now)
}

async function selectNewest(
  market: WindowedMarket,
  conditions: readonly Condition[],
  slice: Slice,
  now: number,
): Promise<Selected> {
  const { db, index } = market
  const { from } = index.window
  const checkTime = timeLimit(market.readMilliseconds)
  const inWindow = [...conditions, since(from)]
  const recent = index.select(inWindow, slice, now)
  if (recent.hasMore && recent.totalIsMinimum) return recent
  const { offset, limit, olderThan } = slice
  // Number of the listings before the page that are in the index.
  const passed = offset === 0 ? 0 : index.select(inWindow, { ...slice, offset: 0, limit: offset }, now).numbers.length
  const wanted = recent.hasMore ? 0 : limit + 1 - recent.numbers.length
  const numbers: number[] = []
  let toPass = offset - passed
  let total = recent.totalIsMinimum ? maxCountedRows + 1 : recent.total
  for await (const stretch of stretches(market, conditions, from, checkTime)) {
    const found = await newestListings(db, conditions, stretch, now)
    total += found.length
    const older = found.filter((listing) => !olderThan || isOlder(listing, olderThan))
    numbers.push(...older.slice(toPass, toPass + wanted - numbers.length).map(({ number }) => number))
    toPass = Math.max(0, toPass - older.length)
    if (numbers.length >= wanted && total > maxCountedRows) break
  }
  const page = [...recent.numbers, ...numbers]
  return {
    numbers: page.slice(0, limit),
    ...counted(total),
    hasMore: recent.hasMore || page.length > limit,
  }
}

async function selectSorted(
  market: WindowedMarket,
  conditions: readonly Condition[],
  { offset, limit, order }: Slice & { readonly order: LiveOrder },
  now: number,
): Promise<Selected> {
  const { db, index } = market
  const { from } = index.window
  if (offset + limit > maxCountedRows) throw new TooFarError(tooFar)
  const checkTime = timeLimit(market.readMilliseconds)
  const end = offset + limit + 1
  const recent = index.select([...conditions, since(from)], { offset: 0, limit: end, order }, now)
  let total = recent.totalIsMinimum ? maxCountedRows + 1 : recent.total
  let first: SortedListing[] = []
  for (let at = 0; at < recent.numbers.length; at += listingsPerQuery) {
    checkTime()
    first.push(...(await listingsWithKeys(db, recent.numbers.slice(at, at + listingsPerQuery), order, now)))
  }
  const compare = compareBy(order)
  for await (const stretch of stretches(market, conditions, from, checkTime)) {
    first.push(...(await firstListings(db, conditions, stretch, { order, limit: end, now })))
    if (total <= maxCountedRows) total += await countListings(db, conditions, stretch, now)
    first = first.sort(compare).slice(0, end)
  }
  const numbers = first.sort(compare).map(({ number }) => number)
  return { numbers: numbers.slice(offset, offset + limit), ...counted(total), hasMore: numbers.length >= end }
}

const since = (from: number): Condition => ({ column: 'created_at', operator: 'atLeast', value: from })

const counted = (total: number) => ({ total: Math.min(total, maxCountedRows), totalIsMinimum: total > maxCountedRows })

const isOlder = ({ created_at, id }: FoundListing, { at, id: olderThan }: NonNullable<Slice['olderThan']>): boolean =>
  created_at === at ? id < olderThan : created_at < at

/**
 * Splits the time before `end` into stretches of `listingsPerStretch` listings, latest first, as far back as the
 * conditions reach. `end` is the start of the window when the index was read, since it may move meanwhile.
 */
async function* stretches(
  { db, prunedBefore }: WindowedMarket,
  conditions: readonly Condition[],
  end: number,
  checkTime: () => void,
): AsyncGenerator<Stretch> {
  const bounds = (operator: Condition['operator']) =>
    conditions
      .filter((one) => one.column === 'created_at' && one.operator === operator)
      .map(({ value }) => Number(value))
  const begin = Math.max(prunedBefore, ...bounds('atLeast'))
  for (let to = Math.min(end, ...bounds('below')); to > begin;) {
    checkTime()
    const from = Math.max(begin, (await stretchStart(db, to, listingsPerStretch)) ?? begin)
    yield { from, to }
    to = from
    await setImmediate()
  }
}

/** Returns a function that throws `TooSlowError` if it is called after the time is up. */
function timeLimit(milliseconds: number): () => void {
  const began = performance.now()
  return () => {
    if (performance.now() - began > milliseconds) throw new TooSlowError(tooSlow)
  }
}

const tooFar = `more than ${maxCountedRows} rows of a sorted list are read page after page only: follow pagination.next (after_row), or narrow the filters`
const tooSlow = 'The list reaches back over more listings than can be read in time: ask for less time with from and to.'

function compareBy({ keys }: LiveOrder): (a: SortedListing, b: SortedListing) => number {
  return (a, b) => {
    for (const [at, { descending }] of keys.entries()) {
      const [x, y] = [a.keys[at] ?? null, b.keys[at] ?? null]
      if (x === y) continue
      if (x === null || y === null) return x === null ? 1 : -1
      return isBefore(x, y) === descending ? 1 : -1
    }
    return a.id - b.id
  }
}

const isBefore = (a: string | number, b: string | number): boolean =>
  typeof a === 'string' ? byteOrderKey(a) < byteOrderKey(String(b)) : a < Number(b)
