// Columns that only orders read. They are loaded from the store when a list is first sorted by them.
import { newDoubles, newIntegers } from './growable-array.ts'
import { TextRanks } from './text-ranks.ts'

export const numberNames = ['expires_at', 'captured_at', 'captured_patch_id'] as const
export const orderNames = ['item', ...numberNames] as const
export type OrderName = (typeof orderNames)[number]

/** The values that a listing has in these columns. */
export type OrderValues = Readonly<Partial<Record<OrderName, string | number | null>>>

export class OrderColumns {
  readonly #numbers = { expires_at: newDoubles(), captured_at: newDoubles(), captured_patch_id: newDoubles() }
  readonly #item = { codes: newIntegers(), codeOf: new Map<string, number>(), ranks: new TextRanks() }
  readonly #loaded = new Set<OrderName>()

  /** The columns that have been loaded. */
  get loaded(): readonly OrderName[] {
    return [...this.#loaded]
  }

  /** Marks columns as loaded, once they were written for all listings. */
  markLoaded(names: readonly OrderName[]): void {
    for (const name of names) this.#loaded.add(name)
  }

  /** Writes the values that are present. */
  write(place: number, { item, ...others }: OrderValues): void {
    if (item !== undefined) this.#item.codes.set(place, item === null ? 0 : this.#codeFor(String(item)))
    for (const name of numberNames) {
      const value = others[name]
      if (value !== undefined) this.#numbers[name].set(place, value === null ? NaN : Number(value))
    }
  }

  /** The column of texts. Code 0 stands for no text. */
  get item() {
    return this.#item
  }

  /** The values of a column of numbers by place; NaN for no value. */
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
