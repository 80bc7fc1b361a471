// Columns of listings that no filter reads. They are read when a list is first sorted by them.
import { doubles, integers } from './growable-array.ts'
import { TextRanks } from './text-ranks.ts'

export const numberNames = ['expires_at', 'captured_at', 'captured_patch_id'] as const
export const orderNames = ['item', ...numberNames] as const
export type OrderName = (typeof orderNames)[number]

/** What a listing has of them. */
export type OrderValues = Readonly<Partial<Record<OrderName, string | number | null>>>

export class OrderColumns {
  readonly #numbers = { expires_at: doubles(), captured_at: doubles(), captured_patch_id: doubles() }
  readonly #item = { codes: integers(), codeOf: new Map<string, number>(), ranks: new TextRanks() }
  readonly #held = new Set<OrderName>()

  /** Those that have been read. */
  get held(): readonly OrderName[] {
    return [...this.#held]
  }

  /** Replaces the values of all listings. */
  hold(names: readonly OrderName[]): void {
    for (const name of names) this.#held.add(name)
  }

  write(place: number, { item, ...others }: OrderValues): void {
    if (item !== undefined) this.#item.codes.set(place, item === null ? 0 : this.#codeFor(String(item)))
    for (const name of numberNames) {
      const value = others[name]
      if (value !== undefined) this.#numbers[name].set(place, value === null ? NaN : Number(value))
    }
  }

  get item() {
    return this.#item
  }

  /** By the listing's place, NaN where it has no value. */
  numbers(name: (typeof numberNames)[number]): Float64Array {
    return this.#numbers[name].values
  }

  #codeFor(text: string): number {
    const { codeOf } = this.#item
    const code = codeOf.get(text) ?? codeOf.size + 1
    codeOf.set(text, code)
    return code
  }
}
