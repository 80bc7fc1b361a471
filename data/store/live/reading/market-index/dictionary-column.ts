import { Bitmap } from './bitmap.ts'
import { integers } from './growable-array.ts'
import { TextRanks } from './text-ranks.ts'
import { TimeOrder, type Older } from './time-order.ts'

const none = 0
/** A text that at least one in this many listings has gets a bitmap too. */
export const frequent = 128
const minFrequent = 4096

/** A column of texts as codes, with the listings of each text in order of time. */
export class DictionaryColumn {
  readonly codes = integers()
  readonly ranks = new TextRanks()
  readonly #codeOf = new Map<string, number>()
  readonly #orders: TimeOrder[] = [new TimeOrder()]
  readonly #bits: (Bitmap | undefined)[] = []

  /** The codes of the texts that occur or occurred; 0 stands for no text. */
  get codeOf(): ReadonlyMap<string, number> {
    return this.#codeOf
  }

  /** The listings that have the text. */
  order(text: string): TimeOrder | undefined {
    return this.#orders[this.#codeOf.get(text) ?? none]
  }

  /** The same as bits, where they are many. */
  bits(text: string): Bitmap | undefined {
    return this.#bits[this.#codeOf.get(text) ?? none]
  }

  has(number: number, text: string | null): boolean {
    return (this.codes.values[number] ?? none) === (text === null ? none : this.#codeOf.get(text))
  }

  /** Writes texts and adds the listings, which are in order, to the orders of their texts. */
  enter(entering: readonly { readonly number: number; readonly text: string | null }[], older: Older): void {
    const added = new Map<number, number[]>()
    for (const { number, text } of entering) {
      const code = text === null ? none : this.#codeFor(text)
      this.codes.set(number, code)
      const group = added.get(code)
      if (group) group.push(number)
      else if (code !== none) added.set(code, [number])
    }
    for (const [code, numbers] of added) {
      this.#orders[code]?.add(numbers, older)
      this.#note(code, numbers)
    }
  }

  /** Texts by their codes, which count from 1. */
  get texts(): readonly string[] {
    return [...this.#codeOf.keys()]
  }

  /** Has these codes of the listings, which are in order. */
  restore(codes: Int32Array<ArrayBuffer>, texts: readonly string[], inOrder: Int32Array): void {
    this.codes.adopt(codes)
    for (const text of texts) this.#codeFor(text)
    const ends = new Int32Array(texts.length + 1)
    for (const number of inOrder) ends[codes[number] ?? none] = (ends[codes[number] ?? none] ?? 0) + 1
    const places = new Int32Array(ends.length)
    for (let code = 1, at = 0; code < ends.length; code += 1) {
      places[code] = at
      ends[code] = at += ends[code] ?? 0
    }
    const grouped = new Int32Array(ends.at(-1) ?? 0)
    for (const number of inOrder) {
      const code = codes[number] ?? none
      if (code === none) continue
      const at = places[code] ?? 0
      grouped[at] = number
      places[code] = at + 1
    }
    for (let code = 1; code < ends.length; code += 1) {
      this.#orders[code]?.adopt(grouped.subarray(code === 1 ? 0 : (ends[code - 1] ?? 0), ends[code]))
      this.#note(code, [])
    }
  }

  #note(code: number, added: readonly number[]): void {
    const bits = this.#bits[code]
    const order = this.#orders[code]
    if (bits) for (const number of added) bits.set(number, true)
    else if (order && order.count >= minFrequent && order.count * frequent >= this.codes.values.length)
      this.#bits[code] = bitsOf(order)
  }

  leave(leaving: ReadonlySet<number>): void {
    const codes = new Set<number>()
    for (const number of leaving) {
      const code = this.codes.values[number] ?? none
      codes.add(code)
      this.#bits[code]?.set(number, false)
    }
    for (const code of codes) this.#orders[code]?.remove((number) => leaving.has(number))
  }

  /** Removes what lies before an instant. */
  prune(isPruned: (number: number) => boolean): void {
    for (const order of this.#orders) order.remove(isPruned)
  }

  #codeFor(text: string): number {
    const known = this.#codeOf.get(text)
    if (known !== undefined) return known
    const code = this.#orders.push(new TimeOrder()) - 1
    this.#codeOf.set(text, code)
    return code
  }
}

function bitsOf({ numbers, count }: TimeOrder): Bitmap {
  const bits = new Bitmap()
  for (let at = 0; at < count; at += 1) bits.set(numbers[at] ?? 0, true)
  return bits
}
