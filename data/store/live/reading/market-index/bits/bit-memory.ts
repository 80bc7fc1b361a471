// Memory of bitmaps. WebAssembly only reads its own memory, so bitmaps are kept there: copying them took two thirds
// of the time of the loops.
import { newLoops, type Loops } from './bit-loops.ts'

/** Places of one block, and numbers of listings. */
export const blockNumbers = 4096
export const blockWords = blockNumbers / 32

/**
 * How many blocks of a bitmap are contiguous: 32 KB. With 16 blocks, queries by two bounds take a quarter longer; with
 * 128 a twentieth less, but what is read of several bitmaps for one stretch would no longer fit into the processor's
 * nearer caches.
 */
export const stretchBlocks = 64
export const stretchNumbers = stretchBlocks * blockNumbers
export const stretchWords = stretchBlocks * blockWords

/**
 * This many stretches are 16 million listings, each of which may have 256 bytes of bits: a memory of WebAssembly has 4
 * GB at most.
 */
const stretchesPerArea = 64

/** How a memory grows: by at least this much, and by this part of its size. */
const stepBytes = 65_536
const minSteps = 16
const growth = 1 / 32

/** Blocks that follow one another and lie in one stretch. */
export interface Run {
  readonly block: number
  readonly blocks: number
}

/**
 * Positions, in words, of the first stretches of an area: one that is always empty, and two for the results of loops.
 */
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

  /** Valid until more memory is allocated. */
  get words(): Int32Array<ArrayBuffer> {
    return this.#words
  }

  /** Allocates an empty stretch of a bitmap. Returns its position in words. */
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
