import type { RowPosition } from '../../../../api/model/values/row-positions.ts'
import { expiredFrom } from '../../rows/expired.ts'
import { Bitmap } from './bitmap.ts'
import { DictionaryColumn } from './dictionary-column.ts'
import { bytes, doubles } from './growable-array.ts'
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

export const isOneOf = <T extends string>(names: readonly T[], name: string): name is T =>
  (names as readonly string[]).includes(name)
