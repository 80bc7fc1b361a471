import type { BitMemory } from '../bits/bit-memory.ts'
import { Bitmap } from '../bits/bitmap.ts'
import { newNarrow, type Numbers } from './growable-array.ts'
import { TextRanks } from './text-ranks.ts'
import { TimeOrder, type Older } from './time-order.ts'

/** Code of a listing without a text. */
const noText = 0
/** A text has a bitmap if at least one in `frequentShare` listings has it, and at least `minFrequent`. */
const frequentShare = 256
const minFrequent = 4096

/** Shorter orders share memory when a snapshot is restored. */
const sharedLength = 1024

/**
 * A dictionary-coded column of texts, with the listings of each text in order of time. A text loses its code when no
 * listing has it any more.
 */
export class DictionaryColumn {
  readonly codes = newNarrow()
  readonly #memory: BitMemory
  readonly #codeOf = new Map<string, number>()
  readonly #texts: (string | null)[] = [null]
  readonly #freeCodes: number[] = []
  readonly #orders: TimeOrder[] = [new TimeOrder()]
  readonly #bits: (Bitmap | undefined)[] = []
  #ranks = new TextRanks()

  constructor(memory: BitMemory) {
    this.#memory = memory
  }

  /** The code of each text. Code 0 stands for no text. */
  get codeOf(): ReadonlyMap<string, number> {
    return this.#codeOf
  }

  get ranks(): TextRanks {
    return this.#ranks
  }

  /** The listings that have the text, or undefined if there are none. */
  order(text: string): TimeOrder | undefined {
    return this.#orders[this.#codeOf.get(text) ?? noText]
  }

  /** The listings that have the text, as bits; undefined if they are few. */
  bits(text: string): Bitmap | undefined {
    return this.#bits[this.#codeOf.get(text) ?? noText]
  }

  /** Whether the listing at a place has the text, or none if `text` is null. */
  has(place: number, text: string | null): boolean {
    return (this.codes.values[place] ?? noText) === (text === null ? noText : this.#codeOf.get(text))
  }

  /** Writes the texts of listings, which are in order of time, and adds the listings to the orders of their texts. */
  add(entering: readonly { readonly place: number; readonly text: string | null }[], older: Older): void {
    const added = new Map<number, number[]>()
    for (const { place, text } of entering) {
      const code = text === null ? noText : this.#codeFor(text)
      this.codes.set(place, code)
      const group = added.get(code)
      if (group) group.push(place)
      else if (code !== noText) added.set(code, [place])
    }
    for (const [code, places] of added) {
      this.#orders[code]?.add(places, older)
      this.#updateBits(code, places)
    }
  }

  /**
   * Removes listings from the orders of their texts. `reach` returns a number of listings, the oldest of an order, that
   * include all of those to be removed.
   */
  remove(
    leaving: Iterable<number>,
    isLeaving: (place: number) => boolean,
    reach: (order: TimeOrder) => number = ({ count }) => count,
  ): void {
    const codes = new Set<number>()
    for (const place of leaving) {
      const code = this.codes.values[place] ?? noText
      codes.add(code)
      this.#bits[code]?.set(place, false)
    }
    for (const code of codes) {
      const order = this.#orders[code]
      if (code === noText || !order) continue
      order.remove(isLeaving, reach(order))
      if (order.count === 0) this.#release(code)
    }
  }

  /** The text of each code from 1 on; null for a free code. */
  get texts(): readonly (string | null)[] {
    return this.#texts.slice(1)
  }

  /**
   * Replaces the contents. `inOrder` are the places of all listings in order of time. A listing that changed while the
   * snapshot was written may have a code whose text is missing: the code becomes free when the listing gets another one.
   */
  restore(codes: Numbers, texts: readonly (string | null)[], inOrder: Int32Array): void {
    this.codes.adopt(codes)
    for (const [at, text] of texts.entries()) {
      this.#texts.push(text)
      this.#orders.push(new TimeOrder())
      if (text !== null) this.#codeOf.set(text, at + 1)
    }
    for (const [code, places] of groupByCode(codes, texts.length, inOrder).entries()) {
      if (code !== noText && this.#texts[code] === null && places.length === 0) this.#freeCodes.push(code)
      this.#orders[code]?.adopt(places)
      this.#updateBits(code, [])
    }
  }

  /** Adds listings to the bitmap of their text, or makes the bitmap if the text has become frequent. */
  #updateBits(code: number, added: readonly number[]): void {
    const bits = this.#bits[code]
    const order = this.#orders[code]
    if (bits) for (const place of added) bits.set(place, true)
    else if (order && order.count >= minFrequent && order.count * frequentShare >= this.codes.values.length)
      this.#bits[code] = this.#makeBits(order)
  }

  #makeBits({ places, count }: TimeOrder): Bitmap {
    const bits = new Bitmap(this.#memory)
    bits.add(places.subarray(0, count))
    return bits
  }

  #codeFor(text: string): number {
    const known = this.#codeOf.get(text)
    if (known !== undefined) return known
    const code = this.#freeCodes.pop() ?? this.#texts.length
    this.#texts[code] = text
    this.#orders[code] = new TimeOrder()
    this.#codeOf.set(text, code)
    return code
  }

  #release(code: number): void {
    const text = this.#texts[code] ?? null
    if (text !== null) this.#codeOf.delete(text)
    this.#texts[code] = null
    this.#bits[code]?.release()
    this.#bits[code] = undefined
    this.#freeCodes.push(code)
    this.#ranks = new TextRanks()
  }
}

/**
 * Groups listings by their codes, up to `last`, in the order given. Sorts them in one array: writing to one per code
 * takes twice as long.
 */
function groupByCode(given: Numbers, last: number, inOrder: Int32Array): Int32Array<ArrayBuffer>[] {
  // The loops take half the time if the array always has the same type.
  const codes = new Int32Array(given)
  const ends = new Int32Array(last + 2)
  for (const place of inOrder) {
    const next = (codes[place] as number) + 1
    ends[next] = (ends[next] as number) + 1
  }
  for (let code = 1; code < ends.length; code += 1) ends[code] = (ends[code] as number) + (ends[code - 1] as number)
  const starts = ends.slice()
  const sorted = new Int32Array(inOrder.length)
  for (const place of inOrder) {
    const code = codes[place] as number
    const end = ends[code] as number
    sorted[end] = place
    ends[code] = end + 1
  }
  const groups = Array.from({ length: last + 1 }, (_, code) =>
    code === noText ? new Int32Array(0) : sorted.subarray(starts[code], starts[code + 1]),
  )
  const isShared = ({ length }: Int32Array) => length < sharedLength
  const shared = new Int32Array(groups.reduce((sum, group) => sum + (isShared(group) ? group.length : 0), 0))
  let used = 0
  return groups.map((group) => {
    if (!isShared(group)) return group.slice()
    shared.set(group, used)
    return shared.subarray(used, (used += group.length))
  })
}
