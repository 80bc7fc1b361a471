import type { RowPosition } from '../../../../../api/model/values/row-positions.ts'
import { expiredFrom } from '../../../rows/expired.ts'
import { BitMemory } from '../bits/bit-memory.ts'
import { Bitmap } from '../bits/bitmap.ts'
import { DictionaryColumn } from './dictionary-column.ts'
import { newBytes, newDoubles, newNarrow, type GrowableArray, type Numbers } from './growable-array.ts'
import { sortByTime } from './time-order.ts'
import { OrderColumns, type OrderValues } from './order-columns.ts'
import { Places, type PlacesContents } from './places.ts'
import { RangeBitmaps } from './range-bitmaps.ts'
import { ZoneMap } from './zone-map.ts'

type Flag = 0 | 1

/** A listing with the columns that the index has. Instants are ms since 1970. */
export interface IndexedListing extends Omit<OrderValues, 'expires_at'> {
  readonly number: number
  readonly id: number
  readonly item_id: string
  readonly archetype: string | null
  readonly rarity: string | null
  readonly loot_state: string | null
  readonly seller: string | null
  readonly price: number
  readonly price_per_unit: string
  readonly quantity: number
  readonly created_at: number
  readonly expires_at: number | null
  readonly has_sold: Flag
  readonly has_expired: Flag
  readonly has_cancelled: Flag
}

/** The contents from which all columns are restored. */
export interface ColumnContents {
  readonly arrays: readonly Numbers[]
  /** For each coded column: its texts by their codes, from 1 on. */
  readonly texts: readonly (readonly (string | null)[])[]
  readonly places: PlacesContents
}

/** The columns by which a listing is compared with the one in the index. */
export type ComparedListing = Pick<IndexedListing, 'number' | 'id' | 'created_at' | 'item_id' | 'price'>

/** Columns of texts. */
export const codedNames = ['item_id', 'archetype', 'rarity', 'loot_state', 'seller'] as const
/** Columns of numbers that are filtered by bounds. */
export const measuredNames = ['price', 'price_per_unit', 'quantity'] as const
/** Columns of flags. `has_expired` is not one of them, because it depends on the time. */
export const flaggedNames = ['has_sold', 'has_cancelled'] as const

/** The columns of all listings of the index. Every array and bitmap is indexed by a listing's place. */
export class MarketColumns {
  readonly bits = new BitMemory()
  readonly coded = {
    item_id: new DictionaryColumn(this.bits),
    archetype: new DictionaryColumn(this.bits),
    rarity: new DictionaryColumn(this.bits),
    loot_state: new DictionaryColumn(this.bits),
    seller: new DictionaryColumn(this.bits),
  }
  readonly measured: Record<(typeof measuredNames)[number], GrowableArray<Numbers>> = {
    ...{ price: newNarrow(), price_per_unit: newDoubles(), quantity: newNarrow() },
  }
  readonly ranges = {
    price: new RangeBitmaps(this.bits),
    price_per_unit: new RangeBitmaps(this.bits),
    quantity: new RangeBitmaps(this.bits),
  }
  readonly id = newDoubles()
  readonly createdAt = new ZoneMap()
  /** The instant from which on a listing counts as expired: -Infinity if it always does, Infinity if it never does. */
  readonly expiredFrom = new ZoneMap()
  /** The listings whose `expiredFrom` is infinite; `none` is empty. */
  readonly expired = { always: new Bitmap(this.bits), never: new Bitmap(this.bits), none: new Bitmap(this.bits) }
  readonly flags = { has_sold: newBytes(), has_cancelled: newBytes() }
  readonly flagged = { has_sold: new Bitmap(this.bits), has_cancelled: new Bitmap(this.bits) }
  readonly orders = new OrderColumns()
  /** All listings of the index. */
  readonly indexed = new Bitmap(this.bits)
  /** 1 for each place of a listing of the index. */
  readonly #isIndexed = newBytes()
  /** Places that have been written since their block was last cleared. */
  readonly #written = new Bitmap(this.bits)
  #places = new Places()

  get places(): Places {
    return this.#places
  }

  /** Whether a place has a listing. */
  has(place: number): boolean {
    return this.#isIndexed.values[place] === 1
  }

  /** Removes a listing; the place stays assigned to it. */
  remove(place: number): void {
    this.#isIndexed.set(place, 0)
    this.indexed.set(place, false)
  }

  /** Frees a block of places that has no listings any more. */
  clear(block: number): void {
    for (const name of measuredNames) this.ranges[name].clear(block)
    for (const zones of [this.createdAt, this.expiredFrom]) zones.clear(block)
    this.#written.clear(block)
    this.#places.releaseBlock(block)
  }

  /** Whether a listing of the index would keep its position in every order if it changed to `listing`. */
  keepsOrder(place: number, listing: IndexedListing): boolean {
    if (this.createdAt.values[place] !== listing.created_at) return false
    return codedNames.every((name) => this.coded[name].has(place, listing[name]))
  }

  /** Whether a listing is neither sold nor cancelled, and has not expired at the instant `at`. */
  isOpen(place: number, at: number): boolean {
    return (
      flaggedNames.every((name) => this.flags[name].values[place] === 0) && (this.expiredFrom.values[place] ?? 0) > at
    )
  }

  /** Writes a listing, except for its coded columns. */
  write(place: number, listing: IndexedListing): void {
    const isNew = !this.#written.has(place)
    for (const name of measuredNames) {
      const value = Number(listing[name])
      if (!isNew && this.measured[name].values[place] === value) continue
      this.measured[name].set(place, value)
      this.ranges[name].write(place, value, isNew)
    }
    this.id.set(place, listing.id)
    this.createdAt.write(place, listing.created_at)
    this.expiredFrom.write(place, expiredFrom(listing))
    for (const name of flaggedNames) this.flags[name].set(place, listing[name])
    this.#updateSets(place)
    this.orders.write(place, listing)
    this.#written.set(place, true)
    this.#isIndexed.set(place, 1)
    this.indexed.set(place, true)
  }

  /** Adds a listing to the bitmaps that follow from its columns, or removes it from them. */
  #updateSets(place: number): void {
    const from = this.expiredFrom.values[place]
    this.expired.always.set(place, from === -Infinity)
    this.expired.never.set(place, from === Infinity)
    for (const name of flaggedNames) this.flagged[name].set(place, this.flags[name].values[place] === 1)
  }

  /** Fills the empty bitmaps that follow from the columns with the listings at `places`. */
  #restoreSets(places: Int32Array): void {
    this.indexed.add(places)
    this.#written.add(places)
    const { always, never } = this.expired
    const from = this.expiredFrom.values
    for (const place of places) {
      if (from[place] === -Infinity) always.set(place, true)
      else if (from[place] === Infinity) never.set(place, true)
    }
    for (const name of flaggedNames) {
      const flags = this.flags[name].values
      const flagged = this.flagged[name]
      for (const place of places) if (flags[place] === 1) flagged.set(place, true)
    }
  }

  /** The arrays that a snapshot has, in a fixed order; all other columns are derived from them. */
  get arrays(): readonly GrowableArray<Numbers>[] {
    return [
      ...codedNames.map((name) => this.coded[name].codes),
      ...measuredNames.map((name) => this.measured[name]),
      ...[this.id, this.createdAt.array, this.expiredFrom.array],
      ...flaggedNames.map((name) => this.flags[name]),
      this.#isIndexed,
    ]
  }

  /** One more than the greatest place of a listing. */
  get length(): number {
    return this.#isIndexed.values.lastIndexOf(1) + 1
  }

  /** For each coded column: the text of each code from 1 on. */
  get texts(): readonly (readonly (string | null)[])[] {
    return codedNames.map((name) => this.coded[name].texts)
  }

  /** Replaces the contents of empty columns. Returns the places of all listings in order of time. */
  restore({ arrays, texts, places: placesContents }: ColumnContents): Int32Array<ArrayBuffer> {
    this.#places = new Places(placesContents)
    for (const [at, array] of this.arrays.entries()) array.adopt(arrays[at] ?? new Uint8Array(0))
    const places = positionsOfOnes(this.#isIndexed.values)
    for (const name of measuredNames) this.ranges[name].restore(this.measured[name].values, places)
    for (const zones of [this.createdAt, this.expiredFrom]) zones.restore(zones.array.values, places)
    this.#restoreSets(places)
    const inOrder = sortByTime(places, this.createdAt.values, this.older)
    for (const [at, name] of codedNames.entries())
      this.coded[name].restore(this.coded[name].codes.values, texts[at] ?? [], inOrder)
    return inOrder
  }

  /** Whether the index has an equal listing, or lacks it because it is older than `from`. */
  matches({ number, id, created_at, item_id, price }: ComparedListing, from: number): boolean {
    const place = this.#places.find(number)
    if (place === undefined || !this.has(place)) return created_at < from
    const isSame = this.id.values[place] === id && this.createdAt.values[place] === created_at
    return isSame && this.measured.price.values[place] === price && this.coded.item_id.has(place, item_id)
  }

  /** Whether a listing is older than a position: by instant of creation, then by id. */
  isOlder(place: number, { at, id }: RowPosition): boolean {
    const created = this.createdAt.values[place] ?? 0
    return created === at ? (this.id.values[place] ?? 0) < id : created < at
  }

  /** Whether listing `a` is older than `b`: by instant of creation, then by id. */
  readonly older = (a: number, b: number): boolean => {
    const at = this.createdAt.values
    const [ofA = 0, ofB = 0] = [at[a], at[b]]
    return ofA === ofB ? (this.id.values[a] ?? 0) < (this.id.values[b] ?? 0) : ofA < ofB
  }
}

/** Positions of the elements that are 1, in ascending order. */
function positionsOfOnes(flags: Numbers): Int32Array {
  let count = 0
  for (const flag of flags) count += flag
  const places = new Int32Array(count)
  for (let place = 0, at = 0; place < flags.length; place += 1) if (flags[place] === 1) places[at++] = place
  return places
}

/** Narrows a name to those of a list. */
export const isOneOf = <T extends string>(names: readonly T[], name: string): name is T =>
  (names as readonly string[]).includes(name)
