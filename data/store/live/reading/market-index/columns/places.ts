import { blockNumbers, stretchBlocks, type Run } from '../bits/bit-memory.ts'

const free = -1
const singly = -2

/** Which listings have which places, as JSON. */
export interface PlacesContents {
  /** Of each block of places: the block of numbers that it has, or -1 where it is free, or -2 where listings have places one by one. */
  readonly blocks: readonly number[]
  readonly singles: readonly (readonly [number: number, place: number])[]
  readonly singlesBelow: number
}

const blockOf = (number: number) => Math.floor(number / blockNumbers)

/**
 * Where listings are in the columns. A block of numbers has a block of places for as long as many of its listings are held, so what came
 * in together lies together; the few that stay when others have left have places one by one.
 */
export class Places {
  readonly #blocks: number[]
  readonly #blockFor = new Map<number, number>()
  readonly #singles: Map<number, number>
  readonly #numberAt = new Map<number, number>()
  readonly #freePlaces: number[] = []
  /** Blocks of numbers below this one had a block of places once. */
  #singlesBelow: number
  #runs: readonly Run[] | undefined

  constructor({ blocks, singles, singlesBelow }: PlacesContents = { blocks: [], singles: [], singlesBelow: 0 }) {
    this.#blocks = [...blocks]
    this.#singlesBelow = singlesBelow
    this.#singles = new Map(singles)
    for (const [number, place] of singles) this.#numberAt.set(place, number)
    for (const [block, ofNumbers] of blocks.entries()) {
      if (ofNumbers >= 0) this.#blockFor.set(ofNumbers, block)
      if (ofNumbers === singly) this.#freePlaces.push(...placesOf(block).filter((place) => !this.#numberAt.has(place)))
    }
  }

  get contents(): PlacesContents {
    return { blocks: [...this.#blocks], singles: [...this.#singles], singlesBelow: this.#singlesBelow }
  }

  /** Most listings of lower numbers will not be held. */
  begin(first: number): void {
    this.#singlesBelow = blockOf(first)
  }

  /** The place of a listing; nothing where it has none. A place may be of a listing that is not held. */
  find(number: number): number | undefined {
    const block = this.#blockFor.get(blockOf(number))
    return block === undefined ? this.#singles.get(number) : block * blockNumbers + (number % blockNumbers)
  }

  /** The place of a listing, given to it where it has none. */
  take(number: number): number {
    const found = this.find(number)
    if (found !== undefined) return found
    const ofNumbers = blockOf(number)
    if (ofNumbers < this.#singlesBelow) return this.#takeSingle(number)
    this.#blockFor.set(ofNumbers, this.#takeBlock(ofNumbers))
    return this.take(number)
  }

  numberAt(place: number): number {
    const ofNumbers = this.#blocks[blockOf(place)] ?? free
    return ofNumbers >= 0 ? ofNumbers * blockNumbers + (place % blockNumbers) : (this.#numberAt.get(place) ?? 0)
  }

  /** Blocks of places whose listings came in together, the first that came in first. */
  get blocks(): readonly number[] {
    return [...this.#blockFor].sort(([a], [b]) => a - b).map(([, block]) => block)
  }

  /** How many blocks of places there are, free ones too. */
  get blockCount(): number {
    return this.#blocks.length
  }

  /** All blocks of places, in the order in which their listings came in, nearly. */
  get runs(): readonly Run[] {
    if (this.#runs) return this.#runs
    const others = [...this.#blocks.keys()].filter((block) => this.#blocks[block] === singly)
    return (this.#runs = runsOf([...others, ...this.blocks]))
  }

  /** Frees the place of a listing that is no longer held, if it has one of its own. */
  release(place: number): void {
    const number = this.#numberAt.get(place)
    if (number === undefined) return
    this.#numberAt.delete(place)
    this.#singles.delete(number)
    this.#freePlaces.push(place)
  }

  /**
   * Frees a block of places whose listings are no longer held. Any of its listings that come again get places one by
   * one.
   */
  releaseBlock(block: number): void {
    const ofNumbers = this.#blocks[block] ?? free
    this.#blockFor.delete(ofNumbers)
    this.#blocks[block] = free
    this.#runs = undefined
    this.#singlesBelow = Math.max(this.#singlesBelow, ofNumbers + 1)
  }

  #takeSingle(number: number): number {
    if (this.#freePlaces.length === 0) this.#freePlaces.push(...placesOf(this.#takeBlock(singly)))
    const place = this.#freePlaces.pop() ?? 0
    this.#singles.set(number, place)
    this.#numberAt.set(place, number)
    return place
  }

  #takeBlock(content: number): number {
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
    if (last && last.block + last.blocks === block && block % stretchBlocks > 0) last.blocks += 1
    else runs.push({ block, blocks: 1 })
  }
  return runs
}

const placesOf = (block: number) => Array.from({ length: blockNumbers }, (_, at) => block * blockNumbers + at)
