import type { RowPosition } from '../../../../api/model/values/row-positions.ts'
import { expiredFrom } from '../../rows/expired.ts'
import { Bitmap } from './bitmap.ts'
import { DictionaryColumn } from './dictionary-column.ts'
import { bytes, doubles, type GrowableArray, type Numbers } from './growable-array.ts'
import { inOrderOfTime } from './time-order.ts'
import { OrderColumns, type OrderValues } from './order-columns.ts'
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

/** What the rest follows from. */
export interface Restored {
  readonly arrays: readonly Numbers[]
  /** Of each coded column, by code from 1 on. */
  readonly texts: readonly (readonly string[])[]
}

/** What tells whether a listing is the same. */
export type ComparedListing = Pick<IndexedListing, 'number' | 'id' | 'created_at' | 'item_id' | 'price'>

export const codedNames = ['item_id', 'archetype', 'rarity', 'loot_state', 'seller'] as const
export const measuredNames = ['price', 'price_per_unit', 'quantity'] as const
export const flaggedNames = ['has_sold', 'has_cancelled'] as const

/** What filters read of listings, by the listing's number. */
export class MarketColumns {
  readonly coded = {
    item_id: new DictionaryColumn(),
    archetype: new DictionaryColumn(),
    rarity: new DictionaryColumn(),
    loot_state: new DictionaryColumn(),
    seller: new DictionaryColumn(),
  }
  readonly measured = { price: doubles(), price_per_unit: doubles(), quantity: doubles() }
  readonly levels = { price: new RangeBitmaps(), price_per_unit: new RangeBitmaps(), quantity: new RangeBitmaps() }
  readonly id = doubles()
  readonly createdAt = new ZoneMap()
  /** Infinite where time does not matter; these listings are in a set too. */
  readonly expiredFrom = new ZoneMap()
  readonly expired = { always: new Bitmap(), never: new Bitmap() }
  readonly flags = { has_sold: bytes(), has_cancelled: bytes() }
  readonly flagged = { has_sold: new Bitmap(), has_cancelled: new Bitmap() }
  readonly orders = new OrderColumns()
  readonly #held = bytes()

  holds(number: number): boolean {
    return this.#held.values[number] === 1
  }

  forget(number: number): void {
    this.#held.set(number, 0)
  }

  /** Whether a listing that is held keeps its place in every order. */
  keepsPlace(listing: IndexedListing): boolean {
    const { number, created_at } = listing
    if (this.createdAt.values[number] !== created_at) return false
    return codedNames.every((name) => this.coded[name].has(number, listing[name]))
  }

  /** Writes all but the coded columns. */
  write(listing: IndexedListing): void {
    const { number } = listing
    const isNew = !this.holds(number)
    for (const name of measuredNames) {
      const value = Number(listing[name])
      if (!isNew && this.measured[name].values[number] === value) continue
      this.measured[name].set(number, value)
      this.levels[name].write(number, value, isNew)
    }
    this.id.set(number, listing.id)
    this.createdAt.write(number, listing.created_at)
    const from = expiredFrom(listing)
    this.expiredFrom.write(number, from)
    this.expired.always.set(number, from === -Infinity)
    this.expired.never.set(number, from === Infinity)
    for (const name of flaggedNames) {
      this.flags[name].set(number, listing[name])
      this.flagged[name].set(number, listing[name] === 1)
    }
    this.orders.write(listing)
    this.#held.set(number, 1)
  }

  /** All that the rest follows from, in a fixed order. */
  get arrays(): readonly GrowableArray<Numbers>[] {
    return [
      ...codedNames.map((name) => this.coded[name].codes),
      ...measuredNames.map((name) => this.measured[name]),
      ...[this.id, this.createdAt.array, this.expiredFrom.array],
      ...flaggedNames.map((name) => this.flags[name]),
      this.#held,
    ]
  }

  /** The listings that are held. */
  get held(): Bitmap {
    const held = this.#held.values
    return Bitmap.where(held.length, (number) => held[number] === 1)
  }

  /** Above all numbers that are held. */
  get length(): number {
    return this.#held.values.lastIndexOf(1) + 1
  }

  /** The texts of the coded columns; of every code that `arrays` had before. */
  get texts(): readonly (readonly string[])[] {
    return codedNames.map((name) => this.coded[name].texts)
  }

  /** Has what `arrays` and `texts` were. Returns the listings in order. */
  restore({ arrays, texts }: Restored): Int32Array<ArrayBuffer> {
    for (const [at, array] of this.arrays.entries()) array.adopt(arrays[at] ?? new Uint8Array(0))
    const { length } = this.#held.values
    const numbers = numbersOf(this.#held.values)
    for (const name of measuredNames) this.levels[name].restore(this.measured[name].values, numbers, length)
    for (const zones of [this.createdAt, this.expiredFrom]) zones.restore(zones.array.values, numbers)
    const from = this.expiredFrom.values
    this.expired.always.adopt(Bitmap.where(length, (number) => from[number] === -Infinity))
    this.expired.never.adopt(Bitmap.where(length, (number) => from[number] === Infinity))
    for (const name of flaggedNames) {
      const flags = this.flags[name].values
      this.flagged[name].adopt(Bitmap.where(length, (number) => flags[number] === 1))
    }
    const inOrder = inOrderOfTime(numbers, this.createdAt.values, this.older)
    for (const [at, name] of codedNames.entries())
      this.coded[name].restore(this.coded[name].codes.values, texts[at] ?? [], inOrder)
    return inOrder
  }

  /** Whether the listing is held as it is here. */
  isAs({ number, id, created_at, item_id, price }: ComparedListing): boolean {
    const isSame = this.id.values[number] === id && this.createdAt.values[number] === created_at
    return (
      this.holds(number) &&
      isSame &&
      this.measured.price.values[number] === price &&
      this.coded.item_id.has(number, item_id)
    )
  }

  /** Whether a listing is older than a position: by instant of creation, then by id. */
  isOlder(number: number, { at, id }: RowPosition): boolean {
    const created = this.createdAt.values[number] ?? 0
    return created === at ? (this.id.values[number] ?? 0) < id : created < at
  }

  /** By instant of creation, then by id. */
  readonly older = (a: number, b: number): boolean => {
    const at = this.createdAt.values
    const [ofA = 0, ofB = 0] = [at[a], at[b]]
    return ofA === ofB ? (this.id.values[a] ?? 0) < (this.id.values[b] ?? 0) : ofA < ofB
  }
}

/** The numbers that are held, rising. */
function numbersOf(held: Numbers): Int32Array {
  let count = 0
  for (const isHeld of held) count += isHeld
  const numbers = new Int32Array(count)
  for (let number = 0, at = 0; number < held.length; number += 1) if (held[number] === 1) numbers[at++] = number
  return numbers
}

export const isOneOf = <T extends string>(names: readonly T[], name: string): name is T =>
  (names as readonly string[]).includes(name)
