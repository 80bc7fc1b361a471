// Memory for bitmaps. WebAssembly only reads its own memory, so bitmaps are stored there: copying them would take twice
// as long as the loops themselves.
import { newLoops, type Loops } from './bit-loops.ts'

/** Number of places in a block of places, and of listing numbers in a block of numbers. */
export const placesPerBlock = 4096
export const wordsPerBlock = placesPerBlock / 32

/**
 * Number of blocks that are contiguous in a bitmap (32 KB). With 16, queries with two bounds take a quarter longer. With
 * 128 they take a twentieth less, but one stretch of several bitmaps would no longer fit into the processor's nearer
 * caches.
 */
export const blocksPerStretch = 64
export const placesPerStretch = blocksPerStretch * placesPerBlock
export const wordsPerStretch = blocksPerStretch * wordsPerBlock

/** 64 stretches hold 16 million listings, so each may have 256 bytes of bits: a WebAssembly memory has at most 4 GB. */
const stretchesPerArea = 64

/** Size of a WebAssembly page, the unit in which a memory grows. */
const pageBytes = 65_536
/** A memory grows by this part of its size, but by no fewer than `minPages`. */
const growth = 1 / 32
const minPages = 16

/** Consecutive blocks within one stretch. */
export interface Run {
  readonly block: number
  readonly blocks: number
}

/**
 * Position, in words, of a stretch of every area that stays empty. It stands for stretches that a bitmap does not have.
 */
export const emptyStretch = 0
/** Positions, in words, of two stretches of every area that loops write their results to. */
const scratch = wordsPerStretch
const groupList = 2 * wordsPerStretch
const firstFree = 3 * wordsPerStretch

/** Memory for the bits that all bitmaps have in some consecutive stretches of places. */
export class Area {
  readonly loops: Loops = newLoops()
  readonly scratch = scratch
  readonly groupList = groupList
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
  allocate(): number {
    const reused = this.#free.pop()
    if (reused !== undefined) {
      this.#words.fill(0, reused, reused + wordsPerStretch)
      return reused
    }
    const allocated = this.#end
    this.#end += wordsPerStretch
    if (this.#end > this.#words.length) this.#grow()
    return allocated
  }

  /** Frees a stretch that `allocate` returned. */
  free(position: number): void {
    this.#free.push(position)
  }

  #grow(): void {
    const { memory } = this.loops
    memory.grow(Math.max(minPages, Math.ceil((memory.buffer.byteLength / pageBytes) * growth)))
    this.#words = new Int32Array(memory.buffer)
  }
}

/** Memory for the bits of all bitmaps of an index. */
export class BitMemory {
  readonly #areas: Area[] = []

  /** The area that has the bits of a stretch of places. */
  area(stretch: number): Area {
    return (this.#areas[Math.floor(stretch / stretchesPerArea)] ??= new Area())
  }

  get bytes(): number {
    return this.#areas.reduce((sum, { words }) => sum + words.byteLength, 0)
  }
}
