// Memory of bitmaps. WebAssembly reads no memory but its own, so the bits lie there: copying them to it took two thirds of the time of its
// loops.
import { newLoops, type Loops } from './bit-loops.ts'

/** Places of one block, and numbers of listings. */
export const blockNumbers = 4096
export const blockWords = blockNumbers / 32

/**
 * So many blocks of a bitmap lie side by side, 32 KB. With 16 blocks, queries by two bounds take a quarter longer; with 128 a twentieth less,
 * but what is read of several bitmaps for one stretch would no longer stay in the processor's nearer caches.
 */
export const stretchBlocks = 64
export const stretchNumbers = stretchBlocks * blockNumbers
export const stretchWords = stretchBlocks * blockWords

/** A memory of WebAssembly has 4 GB at most. So many stretches are 16 million listings, each of which may have 256 bytes of bits. */
const stretchesPerArea = 64

/** Steps in which such a memory grows: so many at least, and by this part of it. */
const stepBytes = 65_536
const minSteps = 16
const growth = 1 / 32

/** Blocks that follow one another and lie in one stretch. */
export interface Run {
  readonly block: number
  readonly blocks: number
}

/** Positions in words of the first stretches of an area: one in which nothing is ever set, and two for what loops find. */
export const nothing = 0
const found = stretchWords
const list = 2 * stretchWords
const firstFree = 3 * stretchWords

/** The bits that all bitmaps have of some stretches. */
export class Area {
  readonly loops: Loops = newLoops()
  readonly found = found
  readonly list = list
  #words = new Int32Array(0)
  #end = firstFree
  readonly #free: number[] = []

  constructor() {
    this.#grow()
  }

  /** Valid until room is taken. */
  get words(): Int32Array<ArrayBuffer> {
    return this.#words
  }

  /** Room for one stretch of a bitmap, in which nothing is set. Returns its position in words. */
  take(): number {
    const given = this.#free.pop()
    if (given !== undefined) {
      this.#words.fill(0, given, given + stretchWords)
      return given
    }
    const taken = this.#end
    this.#end += stretchWords
    if (this.#end > this.#words.length) this.#grow()
    return taken
  }

  giveBack(taken: number): void {
    this.#free.push(taken)
  }

  #grow(): void {
    const { memory } = this.loops
    memory.grow(Math.max(minSteps, Math.ceil((memory.buffer.byteLength / stepBytes) * growth)))
    this.#words = new Int32Array(memory.buffer)
  }
}

/** The bits of all bitmaps of an index. */
export class BitMemory {
  readonly #areas: Area[] = []

  /** Where the bits of a stretch of places are. */
  area(stretch: number): Area {
    return (this.#areas[Math.floor(stretch / stretchesPerArea)] ??= new Area())
  }

  get bytes(): number {
    return this.#areas.reduce((sum, { words }) => sum + words.byteLength, 0)
  }
}
