import type { RowPosition } from '../../../../../api/model/values/row-positions.ts'
import { expiredFrom } from '../../../rows/expired.ts'
import { BitMemory } from '../bits/bit-memory.ts'
import { Bitmap } from '../bits/bitmap.ts'
import { DictionaryColumn } from './dictionary-column.ts'
import { bytes, doubles, narrow, type GrowableArray, type Numbers } from './growable-array.ts'
import { inOrderOfTime } from './time-order.ts'
import { OrderColumns, type OrderValues } from './order-columns.ts'
import { Places, type PlacesContents } from './places.ts'
import { RangeBitmaps } from './range-bitmaps.ts'
import { ZoneMap } from './zone-map.ts'

type Flag = 0 | 1

/** A listing as the index takes it; instants are ms since 1970. */
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

/** The columns from which the others are derived. */
export interface Restored {
  readonly arrays: readonly Numbers[]
  /** Of each coded column, by code from 1 on. */
  readonly texts: readonly (readonly (string | null)[])[]
  readonly places: PlacesContents
}

/** The columns that identify a listing. */
export type ComparedListing = Pick<IndexedListing, 'number' | 'id' | 'created_at' | 'item_id' | 'price'>

export const codedNames = ['item_id', 'archetype', 'rarity', 'loot_state', 'seller'] as const
export const measuredNames = ['price', 'price_per_unit', 'quantity'] as const
export const flaggedNames = ['has_sold', 'has_cancelled'] as const

/** What filters read of listings, by the listing's place. */
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
    ...{ price: narrow(), price_per_unit: doubles(), quantity: narrow() },
  }
  readonly levels = {
    price: new RangeBitmaps(this.bits),
    price_per_unit: new RangeBitmaps(this.bits),
    quantity: new RangeBitmaps(this.bits),
  }
  readonly id = doubles()
  readonly createdAt = new ZoneMap()
  /** Infinite where time does not matter; these listings are in a set too. */
  readonly expiredFrom = new ZoneMap()
  readonly expired = { always: new Bitmap(this.bits), never: new Bitmap(this.bits), none: new Bitmap(this.bits) }
  readonly flags = { has_sold: bytes(), has_cancelled: bytes() }
  readonly flagged = { has_sold: new Bitmap(this.bits), has_cancelled: new Bitmap(this.bits) }
  readonly orders = new OrderColumns()
  /** The listings that are held. */
  readonly held = new Bitmap(this.bits)
  readonly #held = bytes()
  /** Places that were written since their block was cleared. */
  readonly #written = new Bitmap(this.bits)
  #places = new Places()

  get places(): Places {
    return this.#places
  }

  holds(place: number): boolean {
    return this.#held.values[place] === 1
  }

  forget(place: number): void {
    this.#held.set(place, 0)
    this.held.set(place, false)
  }

  /** Frees a block of places of which none is held. */
  clear(block: number): void {
    for (const name of measuredNames) this.levels[name].clear(block)
    for (const zones of [this.createdAt, this.expiredFrom]) zones.clear(block)
    this.#written.clear(block)
    this.#places.releaseBlock(block)
  }

  /** Whether a listing that is held keeps its place in every order. */
  keepsPlace(place: number, listing: IndexedListing): boolean {
    if (this.createdAt.values[place] !== listing.created_at) return false
    return codedNames.every((name) => this.coded[name].has(place, listing[name]))
  }

  /** Whether it is neither sold nor cancelled, nor has expired by then. */
  isOpen(place: number, at: number): boolean {
    return (
      flaggedNames.every((name) => this.flags[name].values[place] === 0) && (this.expiredFrom.values[place] ?? 0) > at
    )
  }

  /** Writes all but the coded columns. */
  write(place: number, listing: IndexedListing): void {
    const isNew = !this.#written.has(place)
    for (const name of measuredNames) {
      const value = Number(listing[name])
      if (!isNew && this.measured[name].values[place] === value) continue
      this.measured[name].set(place, value)
      this.levels[name].write(place, value, isNew)
    }
    this.id.set(place, listing.id)
    this.createdAt.write(place, listing.created_at)
    this.expiredFrom.write(place, expiredFrom(listing))
    for (const name of flaggedNames) this.flags[name].set(place, listing[name])
    this.#mark(place)
    this.orders.write(place, listing)
    this.#written.set(place, true)
    this.#held.set(place, 1)
    this.held.set(place, true)
  }

  /** Adds a listing to the sets that follow from its columns. */
  #mark(place: number): void {
    const from = this.expiredFrom.values[place]
    this.expired.always.set(place, from === -Infinity)
    this.expired.never.set(place, from === Infinity)
    for (const name of flaggedNames) this.flagged[name].set(place, this.flags[name].values[place] === 1)
  }

  /** All columns from which the others are derived, in a fixed order. */
  get arrays(): readonly GrowableArray<Numbers>[] {
    return [
      ...codedNames.map((name) => this.coded[name].codes),
      ...measuredNames.map((name) => this.measured[name]),
      ...[this.id, this.createdAt.array, this.expiredFrom.array],
      ...flaggedNames.map((name) => this.flags[name]),
      this.#held,
    ]
  }

  /** Above all places that are held. */
  get length(): number {
    return this.#held.values.lastIndexOf(1) + 1
  }

  /** The texts of the coded columns; of every code that `arrays` had before. */
  get texts(): readonly (readonly (string | null)[])[] {
    return codedNames.map((name) => this.coded[name].texts)
  }

  /** Restores the contents from `arrays` and `texts`. Returns the listings in order. */
  restore({ arrays, texts, places: ofPlaces }: Restored): Int32Array<ArrayBuffer> {
    this.#places = new Places(ofPlaces)
    for (const [at, array] of this.arrays.entries()) array.adopt(arrays[at] ?? new Uint8Array(0))
    const places = placesOf(this.#held.values)
    for (const name of measuredNames) this.levels[name].restore(this.measured[name].values, places)
    for (const zones of [this.createdAt, this.expiredFrom]) zones.restore(zones.array.values, places)
    for (const place of places) {
      this.held.set(place, true)
      this.#written.set(place, true)
      this.#mark(place)
    }
    const inOrder = inOrderOfTime(places, this.createdAt.values, this.older)
    for (const [at, name] of codedNames.entries())
      this.coded[name].restore(this.coded[name].codes.values, texts[at] ?? [], inOrder)
    return inOrder
  }

  /** Whether the listing is held as it is here, or not at all and older than `from`. */
  isAs({ number, id, created_at, item_id, price }: ComparedListing, from: number): boolean {
    const place = this.#places.find(number)
    if (place === undefined || !this.holds(place)) return created_at < from
    const isSame = this.id.values[place] === id && this.createdAt.values[place] === created_at
    return isSame && this.measured.price.values[place] === price && this.coded.item_id.has(place, item_id)
  }

  /** Whether a listing is older than a position: by instant of creation, then by id. */
  isOlder(place: number, { at, id }: RowPosition): boolean {
    const created = this.createdAt.values[place] ?? 0
    return created === at ? (this.id.values[place] ?? 0) < id : created < at
  }

  /** By instant of creation, then by id. */
  readonly older = (a: number, b: number): boolean => {
    const at = this.createdAt.values
    const [ofA = 0, ofB = 0] = [at[a], at[b]]
    return ofA === ofB ? (this.id.values[a] ?? 0) < (this.id.values[b] ?? 0) : ofA < ofB
  }
}

/** The places that are held, in ascending order. */
function placesOf(held: Numbers): Int32Array {
  let count = 0
  for (const isHeld of held) count += isHeld
  const places = new Int32Array(count)
  for (let place = 0, at = 0; place < held.length; place += 1) if (held[place] === 1) places[at++] = place
  return places
}

export const isOneOf = <T extends string>(names: readonly T[], name: string): name is T =>
  (names as readonly string[]).includes(name)
