import { Bits } from './bits.ts'
import { CodedColumn } from './coded-column.ts'
import { bytes, doubles } from './growing.ts'
import { Levels } from './levels.ts'
import { Zones } from './zones.ts'

type Flag = 0 | 1

/** A listing as the index takes it; instants are ms since 1970. */
export interface IndexedListing {
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
export const flagNames = ['has_sold', 'has_expired', 'has_cancelled'] as const
export const flagBits = { held: 1, has_sold: 2, has_expired: 4, has_cancelled: 8 } as const

/** What filters read of listings, by the listing's number. */
export class MarketColumns {
  readonly coded = {
    item_id: new CodedColumn(),
    archetype: new CodedColumn(),
    rarity: new CodedColumn(),
    loot_state: new CodedColumn(),
    seller: new CodedColumn(),
  }
  readonly measured = { price: doubles(), price_per_unit: doubles(), quantity: doubles() }
  readonly levels = { price: new Levels(), price_per_unit: new Levels(), quantity: new Levels() }
  readonly id = doubles()
  readonly createdAt = new Zones()
  /** Infinite where a listing never ends. */
  readonly expiresAt = new Zones()
  readonly flags = bytes()
  readonly flagged = { has_sold: new Bits(), has_expired: new Bits(), has_cancelled: new Bits() }

  holds(number: number): boolean {
    return ((this.flags.values[number] ?? 0) & flagBits.held) !== 0
  }

  forget(number: number): void {
    this.flags.set(number, 0)
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
    this.expiresAt.write(number, listing.expires_at ?? Infinity)
    for (const name of flagNames) this.flagged[name].set(number, listing[name] === 1)
    this.flags.set(
      number,
      flagBits.held |
        (listing.has_sold * flagBits.has_sold) |
        (listing.has_expired * flagBits.has_expired) |
        (listing.has_cancelled * flagBits.has_cancelled),
    )
  }

  /** By instant of creation, then by id (DESIGN 3). */
  readonly older = (a: number, b: number): boolean => {
    const at = this.createdAt.values
    const [ofA = 0, ofB = 0] = [at[a], at[b]]
    return ofA === ofB ? (this.id.values[a] ?? 0) < (this.id.values[b] ?? 0) : ofA < ofB
  }
}

export const isOneOf = <T extends string>(names: readonly T[], name: string): name is T =>
  (names as readonly string[]).includes(name)
