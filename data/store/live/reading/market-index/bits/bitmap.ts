import {
  blockWords,
  nothing,
  stretchBlocks,
  stretchNumbers,
  stretchWords,
  type Area,
  type BitMemory,
} from './bit-memory.ts'

/** A set of listings: one bit for each place. It has memory for the stretches of places in which any was ever set. */
export class Bitmap {
  readonly #memory: BitMemory
  /** Positions of the stretches in their areas. */
  readonly #starts: number[] = []
  /** The stretch that was read or written last: looking it up for each listing would make loading 5 M of them take 0.5 s longer. */
  #stretch = -1
  #start = nothing
  #area: Area

  constructor(memory: BitMemory) {
    this.#memory = memory
    this.#area = memory.area(0)
  }

  set(place: number, isIn: boolean): void {
    const stretch = place >>> stretchBits
    if (stretch !== this.#stretch) {
      if (!isIn && this.#starts[stretch] === undefined) return
      this.#turnTo(stretch)
    }
    const { words } = this.#area
    const at = this.#start + wordIn(place)
    const bit = 1 << (place & 31)
    words[at] = isIn ? (words[at] ?? 0) | bit : (words[at] ?? 0) & ~bit
  }

  /** The same for many places, most of which lie in the stretch of the one before: that takes half of the time. */
  add(places: Int32Array): void {
    let [stretch, start, words] = [-1, nothing, this.#area.words]
    for (const place of places) {
      if (place >>> stretchBits !== stretch) {
        stretch = place >>> stretchBits
        this.#turnTo(stretch)
        start = this.#start
        words = this.#area.words
      }
      const at = start + wordIn(place)
      words[at] = (words[at] ?? 0) | (1 << (place & 31))
    }
  }

  #turnTo(stretch: number): void {
    this.#start = this.#starts[stretch] ?? this.#take(stretch)
    this.#area = this.#memory.area(stretch)
    this.#stretch = stretch
  }

  has(place: number): boolean {
    const stretch = place >>> stretchBits
    if (stretch !== this.#stretch) {
      if (this.#starts[stretch] === undefined) return false
      this.#turnTo(stretch)
    }
    return ((this.#area.words[this.#start + wordIn(place)] ?? 0) & (1 << (place & 31))) !== 0
  }

  /** Moves those of the places that are in the set, or those that are not, to the front; returns how many they are. */
  keep(places: Int32Array, count: number, isWanted: boolean): number {
    const wanted = isWanted ? 1 : 0
    let [stretch, start, words] = [-1, nothing, this.#area.words]
    let kept = 0
    for (let at = 0; at < count; at += 1) {
      const place = places[at] ?? 0
      if (place >>> stretchBits !== stretch) {
        stretch = place >>> stretchBits
        start = this.#starts[stretch] ?? nothing
        words = this.#memory.area(stretch).words
      }
      // Without a branch, which the processor could not predict.
      places[kept] = place
      kept += (((words[start + wordIn(place)] ?? 0) >>> (place & 31)) & 1) ^ wanted ^ 1
    }
    return kept
  }

  /** Removes the listings of a block. */
  clear(block: number): void {
    if (this.#starts[stretchOf(block)] !== undefined) this.wordsOf(block).fill(0)
  }

  /** Adds the listings of another set in the same memory. */
  include(other: Bitmap): void {
    // Skips stretches that the other set does not have.
    other.#starts.forEach((start, stretch) => {
      const into = this.#starts[stretch] ?? this.#take(stretch)
      this.#memory.area(stretch).loops.include(bytesOf(into), bytesOf(start), bytesOf(into + stretchWords))
    })
  }

  copy(): Bitmap {
    const copied = new Bitmap(this.#memory)
    copied.include(this)
    return copied
  }

  /** Empties the set and frees its memory. */
  release(): void {
    this.#starts.forEach((start, stretch) => this.#memory.area(stretch).giveBack(start))
    this.#starts.length = 0
    this.#stretch = -1
  }

  /** Where the bits of a block are, at which position: for loops. */
  areaOf(block: number): Area {
    return this.#memory.area(stretchOf(block))
  }

  at(block: number): number {
    return (this.#starts[stretchOf(block)] ?? nothing) + (block % stretchBlocks) * blockWords
  }

  /** The same for bits that are going to be written. */
  roomAt(block: number): number {
    if (this.#starts[stretchOf(block)] === undefined) this.#take(stretchOf(block))
    return this.at(block)
  }

  /** The words of a block. */
  wordsOf(block: number): Int32Array {
    const at = this.at(block)
    return this.areaOf(block).words.subarray(at, at + blockWords)
  }

  #take(stretch: number): number {
    return (this.#starts[stretch] = this.#memory.area(stretch).take())
  }
}

/** How many places a stretch has, as a power of two: divisions are slower. */
const stretchBits = Math.log2(stretchNumbers)
const wordIn = (place: number) => (place & (stretchNumbers - 1)) >>> 5
const stretchOf = (block: number) => Math.floor(block / stretchBlocks)
const bytesOf = (words: number) => words * Int32Array.BYTES_PER_ELEMENT
