import type { LiveOrder, LiveSortKey } from '../../../../../api/model/live-store.ts'
import type { Scalar } from '../../../../../api/model/values/row-positions.ts'
import { codedNames, flaggedNames, isOneOf, measuredNames, type MarketColumns } from '../columns/market-columns.ts'
import type { Numbers } from '../columns/growable-array.ts'
import { numberNames } from '../columns/order-columns.ts'
import type { TextRanks } from '../columns/text-ranks.ts'

/** A column as numbers that are in its order, NaN for no value: of a listing, and of what a row shows. */
interface Key {
  readonly of: (place: number) => number
  readonly place: (shown: string | number | boolean) => number
}

/** An order of listings by columns, ties by rising id. */
export interface ListingOrder {
  /** Below 0 where `a` comes before `b`. */
  readonly compare: (a: number, b: number) => number
  /** Whether a listing comes after the row at which a page begins. */
  readonly isAfter: (place: number) => boolean
  readonly isDescending: boolean
}

export function listingOrder(columns: MarketColumns, { keys, after }: LiveOrder, now: number): ListingOrder {
  const read = keys.map((key) => ({ ...keyOf(columns, key, now), isDescending: key.descending }))
  const id = columns.id.values
  const compare = (a: number, b: number) => {
    for (const { of, isDescending } of read) {
      const difference = compareValues(of(a), of(b), isDescending)
      if (difference !== 0) return difference
    }
    return (id[a] ?? 0) - (id[b] ?? 0)
  }
  const places = read.map(({ place }, at) => placeOf(place, after?.values[at] ?? null))
  const isAfter = (place: number) => {
    if (!after) return true
    for (const [at, { of, isDescending }] of read.entries()) {
      const difference = compareValues(of(place), places[at] ?? NaN, isDescending)
      if (difference !== 0) return difference > 0
    }
    return (id[place] ?? 0) > after.id
  }
  return { compare, isAfter, isDescending: keys[0]?.descending ?? false }
}

const placeOf = (place: Key['place'], shown: Scalar): number => (shown === null ? NaN : place(shown))

/** No value comes last, both ways. */
function compareValues(a: number, b: number, isDescending: boolean): number {
  if (a === b) return 0
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1
  if (Number.isNaN(b)) return -1
  return a < b === isDescending ? 1 : -1
}

/** Throws for a column that the index lacks. */
function keyOf(columns: MarketColumns, { column, ranked }: LiveSortKey, now: number): Key {
  if (isOneOf(codedNames, column)) return textKey(columns.coded[column], ranked)
  if (column === 'item') return textKey(columns.orders.item, ranked)
  if (isOneOf(measuredNames, column)) return numberKey(columns.measured[column].values)
  if (isOneOf(flaggedNames, column)) return numberKey(columns.flags[column].values)
  if (column === 'id') return numberKey(columns.id.values)
  if (column === 'cursor') return { of: (place) => columns.places.numberAt(place), place: Number }
  if (column === 'created_at') return instantKey(columns.createdAt.values)
  if (column === 'has_expired') {
    const { values } = columns.expiredFrom
    return { of: (place) => ((values[place] ?? 0) <= now ? 1 : 0), place: Number }
  }
  if (!isOneOf(numberNames, column)) throw new Error(`The market's index has no column ${column}`)
  const values = columns.orders.numbers(column)
  return column === 'captured_patch_id' ? numberKey(values) : instantKey(values)
}

const numberKey = (values: Numbers): Key => ({ of: (place) => values[place] ?? NaN, place: Number })

const instantKey = (values: Numbers): Key => ({ ...numberKey(values), place: (shown) => Date.parse(String(shown)) })

interface Texts {
  readonly codes: { readonly values: Numbers }
  readonly codeOf: ReadonlyMap<string, number>
  readonly ranks: TextRanks
}

function textKey({ codes: { values }, codeOf, ranks }: Texts, ranked: readonly string[] | undefined): Key {
  const rankOf = ranks.of(codeOf, ranked)
  return { of: (place) => rankOf[values[place] ?? 0] ?? NaN, place: (shown) => ranks.placeOf(String(shown)) }
}
