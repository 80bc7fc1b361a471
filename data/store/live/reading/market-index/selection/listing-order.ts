import type { LiveOrder, LiveSortKey } from '../../../../../api/model/live-store.ts'
import type { Scalar } from '../../../../../api/model/values/row-positions.ts'
import { codedNames, flaggedNames, isOneOf, measuredNames, type MarketColumns } from '../columns/market-columns.ts'
import type { Numbers } from '../columns/growable-array.ts'
import { numberNames } from '../columns/order-columns.ts'
import type { TextRanks } from '../columns/text-ranks.ts'

/** Converts the values of a column to numbers of the same order; NaN stands for no value. */
interface Key {
  readonly numberAt: (place: number) => number
  /** Converts a value as rows of a response have it. */
  readonly parse: (shown: string | number | boolean) => number
}

/** An order of listings by columns, then by ascending id. */
export interface ListingOrder {
  /** Returns a number below 0 if the listing at place `a` comes before the one at `b`. */
  readonly compare: (a: number, b: number) => number
  /** Whether a listing comes after the row that the page follows; true for all listings on the first page. */
  readonly isAfter: (place: number) => boolean
  readonly isDescending: boolean
}

/**
 * Returns the order that a request asks for. `now` decides what has expired. Throws an `Error` if the index lacks one of
 * the columns.
 */
export function listingOrder(columns: MarketColumns, { keys, after }: LiveOrder, now: number): ListingOrder {
  const read = keys.map((key) => ({ ...keyOf(columns, key, now), isDescending: key.descending }))
  const id = columns.id.values
  const compare = (a: number, b: number) => {
    for (const { numberAt, isDescending } of read) {
      const difference = compareValues(numberAt(a), numberAt(b), isDescending)
      if (difference !== 0) return difference
    }
    return (id[a] ?? 0) - (id[b] ?? 0)
  }
  const bounds = read.map(({ parse }, at) => parseShown(parse, after?.values[at] ?? null))
  const isAfter = (place: number) => {
    if (!after) return true
    for (const [at, { numberAt, isDescending }] of read.entries()) {
      const difference = compareValues(numberAt(place), bounds[at] ?? NaN, isDescending)
      if (difference !== 0) return difference > 0
    }
    return (id[place] ?? 0) > after.id
  }
  return { compare, isAfter, isDescending: keys[0]?.descending ?? false }
}

const parseShown = (parse: Key['parse'], shown: Scalar): number => (shown === null ? NaN : parse(shown))

/** NaN comes last in both directions. */
function compareValues(a: number, b: number, isDescending: boolean): number {
  if (a === b) return 0
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1
  if (Number.isNaN(b)) return -1
  return a < b === isDescending ? 1 : -1
}

function keyOf(columns: MarketColumns, { column, ranked }: LiveSortKey, now: number): Key {
  if (isOneOf(codedNames, column)) return textKey(columns.coded[column], ranked)
  if (column === 'item') return textKey(columns.orders.item, ranked)
  if (isOneOf(measuredNames, column)) return numberKey(columns.measured[column].values)
  if (isOneOf(flaggedNames, column)) return numberKey(columns.flags[column].values)
  if (column === 'id') return numberKey(columns.id.values)
  if (column === 'cursor') return { numberAt: (place) => columns.places.numberAt(place), parse: Number }
  if (column === 'created_at') return instantKey(columns.createdAt.values)
  if (column === 'has_expired') {
    const { values } = columns.expiredFrom
    return { numberAt: (place) => ((values[place] ?? 0) <= now ? 1 : 0), parse: Number }
  }
  if (!isOneOf(numberNames, column)) throw new Error(`The market's index has no column ${column}`)
  const values = columns.orders.numbers(column)
  return column === 'captured_patch_id' ? numberKey(values) : instantKey(values)
}

const numberKey = (values: Numbers): Key => ({ numberAt: (place) => values[place] ?? NaN, parse: Number })

const instantKey = (values: Numbers): Key => ({ ...numberKey(values), parse: (shown) => Date.parse(String(shown)) })

interface Texts {
  readonly codes: { readonly values: Numbers }
  readonly codeOf: ReadonlyMap<string, number>
  readonly ranks: TextRanks
}

function textKey({ codes: { values }, codeOf, ranks }: Texts, ranked: readonly string[] | undefined): Key {
  const rankByCode = ranks.byCode(codeOf, ranked)
  return { numberAt: (place) => rankByCode[values[place] ?? 0] ?? NaN, parse: (shown) => ranks.rankOf(String(shown)) }
}
