import {
  wordsPerBlock,
  emptyStretch,
  blocksPerStretch,
  placesPerStretch,
  wordsPerStretch,
  type Area,
  type BitMemory,
} from './bit-memory.ts'

/** A set of listings, as one bit for each place. It has memory only for stretches in which a place was ever set. */
export class Bitmap {
  readonly #memory: BitMemory
  /** Position of each stretch in its area, in words. */
  readonly #starts: number[] = []
  /** The stretch that was accessed last. Looking it up for each listing would make loading 5 M of them 0.5 s slower. */
  #stretch = -1
  #start = emptyStretch
  #area: Area

  constructor(memory: BitMemory) {
    this.#memory = memory
    this.#area = memory.area(0)
  }

  /** Adds a place to the set, or removes it. */
  set(place: number, isIn: boolean): void {
    const stretch = place >>> stretchBits
    if (stretch !== this.#stretch) {
      if (!isIn && this.#starts[stretch] === undefined) return
      this.#moveTo(stretch)
    }
    const { words } = this.#area
    const at = this.#start + wordIn(place)
    const bit = 1 << (place & 31)
    words[at] = isIn ? (words[at] ?? 0) | bit : (words[at] ?? 0) & ~bit
  }

  /** Adds places. Faster than `set`, by half, if most places lie in the same stretch as the one before. */
  add(places: Int32Array): void {
    let [stretch, start, words] = [-1, emptyStretch, this.#area.words]
    for (const place of places) {
      if (place >>> stretchBits !== stretch) {
        stretch = place >>> stretchBits
        this.#moveTo(stretch)
        start = this.#start
        words = this.#area.words
      }
      const at = start + wordIn(place)
      words[at] = (words[at] ?? 0) | (1 << (place & 31))
    }
  }

  #moveTo(stretch: number): void {
    this.#start = this.#starts[stretch] ?? this.#allocate(stretch)
    this.#area = this.#memory.area(stretch)
    this.#stretch = stretch
  }

  has(place: number): boolean {
    const stretch = place >>> stretchBits
    if (stretch !== this.#stretch) {
      if (this.#starts[stretch] === undefined) return false
      this.#moveTo(stretch)
    }
    return ((this.#area.words[this.#start + wordIn(place)] ?? 0) & (1 << (place & 31))) !== 0
  }

  /**
   * Moves the places that are in the set (or, without `isWanted`, those that are not) to the front. Returns their
   * number.
   */
  keep(places: Int32Array, count: number, isWanted: boolean): number {
    const wanted = isWanted ? 1 : 0
    let [stretch, start, words] = [-1, emptyStretch, this.#area.words]
    let kept = 0
    for (let at = 0; at < count; at += 1) {
      const place = places[at] ?? 0
      if (place >>> stretchBits !== stretch) {
        stretch = place >>> stretchBits
        start = this.#starts[stretch] ?? emptyStretch
        words = this.#memory.area(stretch).words
      }
      // Without a branch, which the processor could not predict.
      places[kept] = place
      kept += (((words[start + wordIn(place)] ?? 0) >>> (place & 31)) & 1) ^ wanted ^ 1
    }
    return kept
  }

  /** Removes all places of a block. */
  clear(block: number): void {
    if (this.#starts[stretchOf(block)] !== undefined) this.wordsOf(block).fill(0)
  }

  /** Adds all places of another set, which has the same memory. */
  include(other: Bitmap): void {
    // `forEach` skips stretches that the other set does not have.
    other.#starts.forEach((start, stretch) => {
      const into = this.#starts[stretch] ?? this.#allocate(stretch)
      this.#memory.area(stretch).loops.include(bytesOf(into), bytesOf(start), bytesOf(into + wordsPerStretch))
    })
  }

  /** A copy in the same memory, which has to be released separately. */
  copy(): Bitmap {
    const copied = new Bitmap(this.#memory)
    copied.include(this)
    return copied
  }

  /** Empties the set and frees its memory. */
  release(): void {
    this.#starts.forEach((start, stretch) => this.#memory.area(stretch).free(start))
    this.#starts.length = 0
    this.#stretch = -1
  }

  /** The area that has the bits of a block. */
  areaOf(block: number): Area {
    return this.#memory.area(stretchOf(block))
  }

  /**
   * Position of the bits of a block in its area, in words; these may be of the empty stretch and are only to be read.
   */
  positionOf(block: number): number {
    return (this.#starts[stretchOf(block)] ?? emptyStretch) + (block % blocksPerStretch) * wordsPerBlock
  }

  /** Position of the bits of a block in its area, in words, for writing: allocates the stretch if the set lacks it. */
  writablePositionOf(block: number): number {
    if (this.#starts[stretchOf(block)] === undefined) this.#allocate(stretchOf(block))
    return this.positionOf(block)
  }

  /** The words of a block; valid until more memory is allocated. */
  wordsOf(block: number): Int32Array {
    const at = this.positionOf(block)
    return this.areaOf(block).words.subarray(at, at + wordsPerBlock)
  }

  #allocate(stretch: number): number {
    return (this.#starts[stretch] = this.#memory.area(stretch).allocate())
  }
}

/** Binary logarithm of the number of places in a stretch: shifts are faster than divisions. */
const stretchBits = Math.log2(placesPerStretch)
const wordIn = (place: number) => (place & (placesPerStretch - 1)) >>> 5
const stretchOf = (block: number) => Math.floor(block / blocksPerStretch)
const bytesOf = (words: number) => words * Int32Array.BYTES_PER_ELEMENT
