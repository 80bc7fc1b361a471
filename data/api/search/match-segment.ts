import { searchFits, type SearchFit } from '../model/search.ts'
import type { SearchSegment } from './segment.ts'
import { isUnspaced, maxTypos, pairsOf, wordsOf } from './words.ts'

/** A typed text, prepared for matching. */
interface TypedText {
  /** Distinct words, 30 at most. */
  readonly words: readonly string[]
  /** The bit mask of all words. */
  readonly allBits: number
  /** The folded text, in the form in which names are compared. */
  readonly whole: string
  readonly withoutSpaces: string
}

const maxWords = 30

/** Folds a typed text and splits it into words. */
export function parseTypedText(text: string): TypedText {
  const all = wordsOf(text)
  const words = [...new Set(all)].slice(0, maxWords)
  return { words, allBits: 2 ** words.length - 1, whole: all.join(' '), withoutSpaces: all.join('') }
}

const fits = Object.fromEntries(searchFits.map((fit, at) => [fit, at])) as Record<SearchFit, number>

const maxLength = 255
/** The rank of a document that does not match. */
export const noMatch = 0xffffffff
const noEntry = 0xffffffff

/** The rank of a match, lower is better: by fit, current names before former ones, number of typos, excess length of the name. */
const rankOf = (fit: SearchFit, isFormer: boolean, typos: number, extraLength: number): number =>
  (((fits[fit] << 1) | Number(isFormer)) << 13) | (Math.min(typos, 31) << 8) | Math.min(extraLength, maxLength)

/** The fit that a rank contains. */
export const fitOf = (rank: number) => searchFits[rank >>> 14] ?? 'text'

export interface SegmentMatches {
  /** Rank by document; `noMatch` if the document lacks a typed word. */
  readonly ranks: Uint32Array
  /** The best matching entry by document, if it is a name or a former name. */
  readonly entries: Uint32Array
}

/** Ranks the documents of a segment that have all typed words. */
export function matchSegment(segment: SearchSegment, typed: TypedText): SegmentMatches {
  const found = new SegmentMatcher(segment, typed)
  for (const [at, word] of typed.words.entries()) found.addWord(word, 1 << at)
  found.addWhole()
  return found.matches()
}

/** Bit masks by document of the words that match its labels: with typos, and exactly. */
interface Labels {
  readonly labels: Uint32Array
  readonly exactLabels: Uint32Array
}

/** Collects the matching words of a query as bit masks, by entry and by document. */
class SegmentMatcher {
  readonly #segment: SearchSegment
  readonly #typed: TypedText
  /** The words that match each entry, and with how many typos in total. */
  readonly #bits: Uint32Array
  readonly #typos: Uint8Array
  /** By name: 0 if the whole typed text does not match it, else the number of typos plus 1; both are compared without spaces. */
  readonly #wholeTypos: Uint8Array

  constructor(segment: SearchSegment, typed: TypedText) {
    this.#segment = segment
    this.#typed = typed
    this.#bits = new Uint32Array(segment.entryCount)
    this.#typos = new Uint8Array(segment.entryCount)
    this.#wholeTypos = new Uint8Array(segment.firstText)
  }

  addWord(word: string, bit: number): void {
    const { names, textTerms } = this.#segment
    const add = (entries: readonly number[] | Uint32Array, typos: number) => this.#add(entries, typos, bit)
    const pairs = isUnspaced(word) ? pairsOf(word).slice(0, -1) : []
    if (pairs.length > 0) {
      const entriesWith = (term: string) => names.exact(term)
      add(this.#entriesContaining(pairs.map(entriesWith), word), 0)
      add(intersect(pairs.map((pair) => textTerms.exact(pair))), 0)
    } else {
      names.prefixed(word, add)
      textTerms.prefixed(word, add)
    }
    const max = maxTypos(word)
    if (max > 0) names.near(word, max, add)
  }

  /** Finds names that match the whole typed text, both without spaces. */
  addWhole(): void {
    const { withoutSpaces } = this.#typed
    const { names } = this.#segment
    const add = (entries: Uint32Array, typos: number) => {
      for (const entry of entries) this.#wholeTypos[entry] ||= typos + 1
    }
    const same = names.exact(withoutSpaces)
    if (same) add(same, 0)
    const max = maxTypos(withoutSpaces)
    if (max > 0) names.near(withoutSpaces, max, add)
  }

  matches(): SegmentMatches {
    const { size } = this.#segment
    const result = { ranks: new Uint32Array(size).fill(noMatch), entries: new Uint32Array(size).fill(noEntry) }
    const { firstLabel, firstText } = this.#segment
    const labels = this.#bitsOfDocuments(firstLabel, firstText)
    const exactLabels = this.#bitsOfDocuments(firstLabel, firstText, 0)
    for (let entry = 0; entry < firstLabel; entry += 1)
      if (this.#bits[entry] || this.#wholeTypos[entry]) this.#rankName(entry, { labels, exactLabels }, result)
    const all = this.#bitsOfDocuments(0, this.#segment.entryCount)
    const rank = rankOf('text', false, 0, 0)
    for (let document = 0; document < size; document += 1)
      if (result.ranks[document] === noMatch && all[document] === this.#typed.allBits) result.ranks[document] = rank
    return result
  }

  /** Ranks the documents of a name. If a label matches only with typos, as `common` matches `uncommon`, so does the document. */
  #rankName(entry: number, { labels, exactLabels }: Labels, { ranks, entries }: SegmentMatches): void {
    const { documents, firstFormerName } = this.#segment
    const { allBits } = this.#typed
    const bits = this.#bits[entry] as number
    for (const document of documents.at(entry)) {
      const hasWords = bits !== 0 && (bits | (labels[document] as number)) === allBits
      if (!hasWords && !this.#wholeTypos[entry]) continue
      const hasTypo = hasWords && (bits | (exactLabels[document] as number)) !== allBits
      const rank = this.#rankOf(entry, hasWords, entry >= firstFormerName, Number(hasTypo))
      if (rank >= (ranks[document] as number)) continue
      ranks[document] = rank
      entries[document] = entry
    }
  }

  #rankOf(entry: number, hasWords: boolean, isFormer: boolean, labelTypos: number): number {
    const name = this.#segment.texts.names[entry] ?? ''
    const bits = this.#bits[entry] as number
    const { words, whole, allBits } = this.#typed
    const wanted = bits === allBits || !hasWords ? whole : words.filter((_word, at) => bits & (1 << at)).join(' ')
    const extraLength = Math.abs(name.length - wanted.length)
    const wholeTypos = this.#wholeTypos[entry] as number
    // For the query `epic tale`, the name `Epic Tale` ranks before an epic item called `Tale`.
    if (name === wanted && labelTypos === 0) return rankOf('exact', isFormer, 0, wanted === whole ? 0 : 1)
    const wordTypos = hasWords ? (this.#typos[entry] as number) + labelTypos : Infinity
    const typos = Math.min(wordTypos, wholeTypos > 0 ? wholeTypos - 1 : Infinity)
    if (typos > 0) return rankOf('typos', isFormer, typos, extraLength)
    return rankOf(name.startsWith(wanted) ? 'prefix' : 'words', isFormer, 0, extraLength)
  }

  /** By document: the words that match any of its entries in [from, to), with at most `max` typos. */
  #bitsOfDocuments(from: number, to: number, max = Infinity): Uint32Array {
    const bitsOf = new Uint32Array(this.#segment.size)
    for (let entry = from; entry < to; entry += 1) {
      const bits = this.#bits[entry] as number
      if (bits === 0 || (this.#typos[entry] as number) > max) continue
      const documents = this.#segment.documents.at(entry)
      for (const document of documents) bitsOf[document] = (bitsOf[document] as number) | bits
    }
    return bitsOf
  }

  #add(entries: readonly number[] | Uint32Array, typos: number, bit: number): void {
    for (const entry of entries) {
      const bits = this.#bits[entry] as number
      if (bits & bit) continue
      this.#bits[entry] = bits | bit
      this.#typos[entry] = (this.#typos[entry] as number) + typos
    }
  }

  /** Entries that are in all lists and whose name contains the run of letters. */
  #entriesContaining(lists: readonly (Uint32Array | undefined)[], run: string): number[] {
    return intersect(lists).filter((entry) => this.#segment.texts.names[entry]?.includes(run))
  }
}

function intersect([first, ...others]: readonly (Uint32Array | undefined)[]): number[] {
  if (!first || others.includes(undefined)) return []
  const sets = others.map((list) => new Set(list))
  return [...first].filter((entry) => sets.every((set) => set.has(entry)))
}
