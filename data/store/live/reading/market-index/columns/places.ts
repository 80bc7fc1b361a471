import { placesPerBlock, blocksPerStretch, type Run } from '../bits/bit-memory.ts'

/** Content of a block of places that is free. */
const free = -1
/** Content of a block of places that are assigned one by one. */
const singly = -2

/** The assignment of places to listings, as JSON. */
export interface PlacesContents {
  /**
   * For each block of places: the block of numbers it is assigned to, or -1 if it is free, or -2 if its places are
   * assigned one by one.
   */
  readonly blocks: readonly number[]
  /** Listings whose places were assigned one by one. */
  readonly singles: readonly (readonly [number: number, place: number])[]
  /** Listings in blocks of numbers below this one get places one by one. */
  readonly singlesBelow: number
}

const blockOf = (number: number) => Math.floor(number / placesPerBlock)

/**
 * Assigns places in the columns to listings. A block of numbers has a block of places as long as many of its listings
 * are in the index, so listings that came in together have adjacent places. The few that stay when the others leave get
 * places one by one.
 */
export class Places {
  readonly #blocks: number[]
  readonly #blockFor = new Map<number, number>()
  readonly #singles: Map<number, number>
  readonly #numberAt = new Map<number, number>()
  readonly #freePlaces: number[] = []
  /** Blocks of numbers below this one get no block of places (any more). */
  #singlesBelow: number
  #runs: readonly Run[] | undefined

  constructor({ blocks, singles, singlesBelow }: PlacesContents = { blocks: [], singles: [], singlesBelow: 0 }) {
    this.#blocks = [...blocks]
    this.#singlesBelow = singlesBelow
    this.#singles = new Map(singles)
    for (const [number, place] of singles) this.#numberAt.set(place, number)
    for (const [block, content] of blocks.entries()) {
      if (content >= 0) this.#blockFor.set(content, block)
      if (content === singly) this.#freePlaces.push(...placesOf(block).filter((place) => !this.#numberAt.has(place)))
    }
  }

  get contents(): PlacesContents {
    return { blocks: [...this.#blocks], singles: [...this.#singles], singlesBelow: this.#singlesBelow }
  }

  /**
   * Sets the number from which on listings get blocks of places: most listings of lower numbers are not in the index.
   */
  begin(first: number): void {
    this.#singlesBelow = blockOf(first)
  }

  /** The place of a listing, or undefined if it has none. Listings that are not in the index may have one too. */
  find(number: number): number | undefined {
    const block = this.#blockFor.get(blockOf(number))
    return block === undefined ? this.#singles.get(number) : block * placesPerBlock + (number % placesPerBlock)
  }

  /** The place of a listing; assigns one if it has none. */
  assign(number: number): number {
    const found = this.find(number)
    if (found !== undefined) return found
    const numberBlock = blockOf(number)
    if (numberBlock < this.#singlesBelow) return this.#assignSingle(number)
    this.#blockFor.set(numberBlock, this.#assignBlock(numberBlock))
    return this.assign(number)
  }

  /** The number of the listing at a place. */
  numberAt(place: number): number {
    const numberBlock = this.#blocks[blockOf(place)] ?? free
    return numberBlock >= 0 ? numberBlock * placesPerBlock + (place % placesPerBlock) : (this.#numberAt.get(place) ?? 0)
  }

  /** Blocks of places that are assigned to blocks of numbers, in the order of the numbers. */
  get blocks(): readonly number[] {
    return [...this.#blockFor].sort(([a], [b]) => a - b).map(([, block]) => block)
  }

  /** Number of blocks of places, including free ones. */
  get blockCount(): number {
    return this.#blocks.length
  }

  /** All blocks of places that are not free, nearly in the order in which their listings came in. */
  get runs(): readonly Run[] {
    if (this.#runs) return this.#runs
    const singleBlocks = [...this.#blocks.keys()].filter((block) => this.#blocks[block] === singly)
    return (this.#runs = runsOf([...singleBlocks, ...this.blocks]))
  }

  /** Frees the place of a listing that has left the index, if it was assigned on its own. */
  release(place: number): void {
    const number = this.#numberAt.get(place)
    if (number === undefined) return
    this.#numberAt.delete(place)
    this.#singles.delete(number)
    this.#freePlaces.push(place)
  }

  /** Frees a block of places whose listings have left the index. Listings that come back get places one by one. */
  releaseBlock(block: number): void {
    const numberBlock = this.#blocks[block] ?? free
    this.#blockFor.delete(numberBlock)
    this.#blocks[block] = free
    this.#runs = undefined
    this.#singlesBelow = Math.max(this.#singlesBelow, numberBlock + 1)
  }

  #assignSingle(number: number): number {
    if (this.#freePlaces.length === 0) this.#freePlaces.push(...placesOf(this.#assignBlock(singly)))
    const place = this.#freePlaces.pop() ?? 0
    this.#singles.set(number, place)
    this.#numberAt.set(place, number)
    return place
  }

  #assignBlock(content: number): number {
    const unused = this.#blocks.indexOf(free)
    const block = unused === -1 ? this.#blocks.length : unused
    this.#blocks[block] = content
    this.#runs = undefined
    return block
  }
}

/** Merges blocks that are adjacent and lie in one stretch. */
function runsOf(blocks: readonly number[]): Run[] {
  const runs: { block: number; blocks: number }[] = []
  for (const block of blocks) {
    const last = runs.at(-1)
    if (last && last.block + last.blocks === block && block % blocksPerStretch > 0) last.blocks += 1
    else runs.push({ block, blocks: 1 })
  }
  return runs
}

const placesOf = (block: number) => Array.from({ length: placesPerBlock }, (_, at) => block * placesPerBlock + at)
