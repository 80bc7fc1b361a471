import { runSynchronously, type Steps } from '../model/values/steps.ts'
import { bitCount } from '../model/values/bits.ts'
import { memoize } from './memoize.ts'
import { letterMask, typosBetween } from './typos.ts'

/** Many lists of ascending numbers, stored one after the other in a single typed array. */
export class PackedLists {
  /** The length of each list. */
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

/** Called with the numbers of the entries that have a term, and the number of typos between that term and the word. */
type VisitEntries = (entries: Uint32Array, typos: number) => void

/** Few enough that a step takes milliseconds. */
const termsPerStep = 2000

/** Collects the terms of entries, entry by entry. */
export class TermCollector {
  readonly #byTerm = new Map<string, number[]>()
  /** The entry lists of a word's terms; cached, because most words occur often. */
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

/** Sorted terms and, for each of them, the entries that have it. */
export class TermIndex {
  readonly terms: readonly string[]
  readonly entries: PackedLists
  #masks: Uint32Array | undefined

  constructor(terms: readonly string[], entries: PackedLists) {
    this.terms = terms
    this.entries = entries
  }

  /** Computes the bit masks by which `near` skips terms, in steps. */
  *prepare(): Steps<Uint32Array> {
    if (this.#masks) return this.#masks
    const masks = new Uint32Array(this.terms.length)
    for (const [at, term] of this.terms.entries()) {
      masks[at] = letterMask(term)
      if (at % termsPerStep === termsPerStep - 1) yield
    }
    return (this.#masks = masks)
  }

  /** The entries that have a term; undefined if there are none. */
  exact(term: string): Uint32Array | undefined {
    const at = this.#lowerBound(term)
    return this.terms[at] === term ? this.entries.at(at) : undefined
  }

  /** Visits the entries of every term that begins with `start`. */
  prefixed(start: string, visit: VisitEntries): void {
    for (let at = this.#lowerBound(start); this.terms[at]?.startsWith(start); at += 1) visit(this.entries.at(at), 0)
  }

  /** Visits the entries of every term that differs by 1 to `max` typos, in ascending order of typos. */
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
