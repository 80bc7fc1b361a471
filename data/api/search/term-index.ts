import { runSynchronously, type Steps } from '../model/values/steps.ts'
import { bitCount } from '../model/values/bits.ts'
import { memoize } from './memoize.ts'
import { letterMask, typosBetween } from './typos.ts'

/** Rising numbers for each of many lists, one after the other. */
export class PackedLists {
  /** How many numbers each list has. */
  readonly counts: Uint32Array
  readonly values: Uint32Array
  readonly #starts: Uint32Array

  constructor(counts: Uint32Array, values: Uint32Array) {
    this.counts = counts
    this.values = values
    this.#starts = new Uint32Array(counts.length + 1)
    for (let at = 0; at < counts.length; at += 1)
      this.#starts[at + 1] = (this.#starts[at] as number) + (counts[at] as number)
  }

  static of(lists: readonly (readonly number[])[]): PackedLists {
    return new PackedLists(
      Uint32Array.from(lists, (list) => list.length),
      Uint32Array.from(lists.flat()),
    )
  }

  at(list: number): Uint32Array {
    return this.values.subarray(this.#starts[list], this.#starts[list + 1])
  }
}

/** Called with the numbers of the entries that have a term, and how many typos it is away. */
type VisitEntries = (entries: Uint32Array, typos: number) => void

/** Few enough that a step takes milliseconds. */
const termsPerStep = 2000

/** Collects the terms of entries, entry by entry. */
export class TermCollector {
  readonly #byTerm = new Map<string, number[]>()
  /** Entries of each term of a word: most words occur often, and need not be looked at again. */
  readonly #entriesOf: (word: string) => readonly number[][]

  constructor(termsOfWord: (word: string) => readonly string[]) {
    this.#entriesOf = memoize((word) => termsOfWord(word).map((term) => this.#entriesOfTerm(term)))
  }

  addWord(word: string, entry: number): void {
    for (const entries of this.#entriesOf(word)) if (entries.at(-1) !== entry) entries.push(entry)
  }

  addTerm(term: string, entry: number): void {
    const entries = this.#entriesOfTerm(term)
    if (entries.at(-1) !== entry) entries.push(entry)
  }

  index(): TermIndex {
    const terms = [...this.#byTerm.keys()].sort()
    return new TermIndex(terms, PackedLists.of(terms.map((term) => this.#byTerm.get(term) ?? [])))
  }

  #entriesOfTerm(term: string): number[] {
    const known = this.#byTerm.get(term)
    if (known) return known
    const entries: number[] = []
    this.#byTerm.set(term, entries)
    return entries
  }
}

/** Terms in order, and for each the entries that have it. */
export class TermIndex {
  readonly terms: readonly string[]
  readonly entries: PackedLists
  #masks: Uint32Array | undefined

  constructor(terms: readonly string[], entries: PackedLists) {
    this.terms = terms
    this.entries = entries
  }

  /** Makes the masks by which `near` skips terms, in steps. */
  *prepare(): Steps<Uint32Array> {
    if (this.#masks) return this.#masks
    const masks = new Uint32Array(this.terms.length)
    for (const [at, term] of this.terms.entries()) {
      masks[at] = letterMask(term)
      if (at % termsPerStep === termsPerStep - 1) yield
    }
    return (this.#masks = masks)
  }

  exact(term: string): Uint32Array | undefined {
    const at = this.#lowerBound(term)
    return this.terms[at] === term ? this.entries.at(at) : undefined
  }

  /** Entries of every term that begins so. */
  prefixed(start: string, visit: VisitEntries): void {
    for (let at = this.#lowerBound(start); this.terms[at]?.startsWith(start); at += 1) visit(this.entries.at(at), 0)
  }

  /** Entries of every term that is 1 to `max` typos away, by typos. */
  near(word: string, max: number, visit: VisitEntries): void {
    const masks = this.#masks ?? runSynchronously(this.prepare())
    const mask = letterMask(word)
    const found: number[][] = Array.from({ length: max + 1 }, () => [])
    for (let at = 0; at < masks.length; at += 1) {
      if (bitCount((masks[at] as number) ^ mask) > 2 * max) continue
      const typos = typosBetween(word, this.terms[at] ?? '', max)
      if (typos > 0) found[typos]?.push(at)
    }
    for (const [typos, terms] of found.entries()) for (const at of terms) visit(this.entries.at(at), typos)
  }

  #lowerBound(term: string): number {
    let low = 0
    let high = this.terms.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.terms[middle] ?? '') < term) low = middle + 1
      else high = middle
    }
    return low
  }
}
