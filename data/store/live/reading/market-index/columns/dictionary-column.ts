import type { BitMemory } from '../bits/bit-memory.ts'
import { Bitmap } from '../bits/bitmap.ts'
import { narrow, type Numbers } from './growable-array.ts'
import { TextRanks } from './text-ranks.ts'
import { TimeOrder, type Older } from './time-order.ts'

const none = 0
/** A text that at least one in this many listings has gets a bitmap too. */
const frequent = 256
const minFrequent = 4096

/** Orders that are shorter share memory after a start. */
const sharedLength = 1024

/** A column of texts as codes, with the listings of each text in order of time. A text that no listing has any more has no code. */
export class DictionaryColumn {
  readonly codes = narrow()
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

  /** The codes of the texts; 0 stands for no text. */
  get codeOf(): ReadonlyMap<string, number> {
    return this.#codeOf
  }

  get ranks(): TextRanks {
    return this.#ranks
  }

  /** The listings that have the text. */
  order(text: string): TimeOrder | undefined {
    return this.#orders[this.#codeOf.get(text) ?? none]
  }

  /** The same as bits, where they are many. */
  bits(text: string): Bitmap | undefined {
    return this.#bits[this.#codeOf.get(text) ?? none]
  }

  has(place: number, text: string | null): boolean {
    return (this.codes.values[place] ?? none) === (text === null ? none : this.#codeOf.get(text))
  }

  /** Writes texts and adds the listings, which are in order, to the orders of their texts. */
  enter(entering: readonly { readonly place: number; readonly text: string | null }[], older: Older): void {
    const added = new Map<number, number[]>()
    for (const { place, text } of entering) {
      const code = text === null ? none : this.#codeFor(text)
      this.codes.set(place, code)
      const group = added.get(code)
      if (group) group.push(place)
      else if (code !== none) added.set(code, [place])
    }
    for (const [code, places] of added) {
      this.#orders[code]?.add(places, older)
      this.#note(code, places)
    }
  }

  /** Takes listings out of the orders of their texts. `reach` says how many of an order's oldest they are among. */
  leave(
    leaving: Iterable<number>,
    isLeaving: (place: number) => boolean,
    reach: (order: TimeOrder) => number = ({ count }) => count,
  ): void {
    const codes = new Set<number>()
    for (const place of leaving) {
      const code = this.codes.values[place] ?? none
      codes.add(code)
      this.#bits[code]?.set(place, false)
    }
    for (const code of codes) {
      const order = this.#orders[code]
      if (code === none || !order) continue
      order.remove(isLeaving, reach(order))
      if (order.count === 0) this.#release(code)
    }
  }

  /** Texts by their codes, which count from 1; nothing where a code is free. */
  get texts(): readonly (string | null)[] {
    return this.#texts.slice(1)
  }

  /**
   * Replaces the codes of the listings, which are in order of time. A listing that changed while a snapshot was written
   * may have a code whose text is gone from the table: the code is free only when the listing leaves it.
   */
  restore(codes: Numbers, texts: readonly (string | null)[], inOrder: Int32Array): void {
    this.codes.adopt(codes)
    for (const [at, text] of texts.entries()) {
      this.#texts.push(text)
      this.#orders.push(new TimeOrder())
      if (text !== null) this.#codeOf.set(text, at + 1)
    }
    for (const [code, places] of grouped(codes, texts.length, inOrder).entries()) {
      if (code !== none && this.#texts[code] === null && places.length === 0) this.#freeCodes.push(code)
      this.#orders[code]?.adopt(places)
      this.#note(code, [])
    }
  }

  #note(code: number, added: readonly number[]): void {
    const bits = this.#bits[code]
    const order = this.#orders[code]
    if (bits) for (const place of added) bits.set(place, true)
    else if (order && order.count >= minFrequent && order.count * frequent >= this.codes.values.length)
      this.#bits[code] = this.#bitsOf(order)
  }

  #bitsOf({ places, count }: TimeOrder): Bitmap {
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

/** The listings of each code up to the last, in the order in which all are. Sorted in one array: writing to many takes twice as long. */
function grouped(codes: Numbers, last: number, inOrder: Int32Array): Int32Array<ArrayBuffer>[] {
  const ends = new Int32Array(last + 2)
  for (const place of inOrder) ends[(codes[place] ?? none) + 1] = (ends[(codes[place] ?? none) + 1] ?? 0) + 1
  for (let code = 1; code < ends.length; code += 1) ends[code] = (ends[code] ?? 0) + (ends[code - 1] ?? 0)
  const starts = ends.slice()
  const sorted = new Int32Array(inOrder.length)
  for (const place of inOrder) {
    const code = codes[place] ?? none
    const at = ends[code] ?? 0
    sorted[at] = place
    ends[code] = at + 1
  }
  const groups = Array.from({ length: last + 1 }, (_, code) =>
    code === none ? new Int32Array(0) : sorted.subarray(starts[code], starts[code + 1]),
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
