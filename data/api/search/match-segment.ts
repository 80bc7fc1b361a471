import { searchFits, type SearchFit } from '../model/search.ts'
import type { SearchSegment } from './segment.ts'
import { isUnspaced, maxTypos, pairsOf, wordsOf } from './words.ts'

/** What was typed, as it is looked for. */
interface TypedText {
  /** Each once, 30 at most. */
  readonly words: readonly string[]
  /** A bit for each of the words. */
  readonly allBits: number
  /** As names are compared. */
  readonly whole: string
  readonly withoutSpaces: string
}

const maxWords = 30

export function parseTypedText(text: string): TypedText {
  const all = wordsOf(text)
  const words = [...new Set(all)].slice(0, maxWords)
  return { words, allBits: 2 ** words.length - 1, whole: all.join(' '), withoutSpaces: all.join('') }
}

const fits = Object.fromEntries(searchFits.map((fit, at) => [fit, at])) as Record<SearchFit, number>

const maxLength = 255
/** Of a document that was not found. */
export const noMatch = 0xffffffff
const noEntry = 0xffffffff

/** How good a find is, the lower the better: by fit, former names behind names, then typos, then how much longer the name is. */
const rankOf = (fit: SearchFit, isFormer: boolean, typos: number, extraLength: number): number =>
  (((fits[fit] << 1) | Number(isFormer)) << 13) | (Math.min(typos, 31) << 8) | Math.min(extraLength, maxLength)

export const fitOf = (rank: number) => searchFits[rank >>> 14] ?? 'text'

export interface SegmentMatches {
  /** By document; `notFound` where something that was typed is not in it. */
  readonly ranks: Uint32Array
  /** The entry that fits best, by document, where it is a name or a former name. */
  readonly entries: Uint32Array
}

/** What of a segment has every word that was typed. */
export function matchSegment(segment: SearchSegment, typed: TypedText): SegmentMatches {
  const found = new SegmentMatcher(segment, typed)
  for (const [at, word] of typed.words.entries()) found.addWord(word, 1 << at)
  found.addWhole()
  return found.matches()
}

/** Words that a document's labels have, as bits: with typos, and without. */
interface Labels {
  readonly labels: Uint32Array
  readonly exactLabels: Uint32Array
}

/** Words of the query as bits, by entry and by document. */
class SegmentMatcher {
  readonly #segment: SearchSegment
  readonly #typed: TypedText
  /** Which words an entry has, and by how many typos. */
  readonly #bits: Uint32Array
  readonly #typos: Uint8Array
  /** Typos of all that was typed, without spaces, and 1; 0 where it is none. */
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
      const having = (term: string) => names.exact(term)
      add(this.entriesContaining(pairs.map(having), word), 0)
      add(intersect(pairs.map((pair) => textTerms.exact(pair))), 0)
    } else {
      names.prefixed(word, add)
      textTerms.prefixed(word, add)
    }
    const max = maxTypos(word)
    if (max > 0) names.near(word, max, add)
  }

  /** Names that are all of it, whatever was typed with or without spaces. */
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

  /** A rarity that matches with typos, as `common` matches `uncommon`, makes it a match with typos. */
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
    // `Epic Tale` goes before an epic `Tale`.
    if (name === wanted && labelTypos === 0) return rankOf('exact', isFormer, 0, wanted === whole ? 0 : 1)
    const wordTypos = hasWords ? (this.#typos[entry] as number) + labelTypos : Infinity
    const typos = Math.min(wordTypos, wholeTypos > 0 ? wholeTypos - 1 : Infinity)
    if (typos > 0) return rankOf('typos', isFormer, typos, extraLength)
    return rankOf(name.startsWith(wanted) ? 'prefix' : 'words', isFormer, 0, extraLength)
  }

  /** Words that any of a document's entries of a range has, by so many typos at most. */
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

  /** Entries in all of these whose name has the run. */
  entriesContaining(lists: readonly (Uint32Array | undefined)[], run: string): number[] {
    return intersect(lists).filter((entry) => this.#segment.texts.names[entry]?.includes(run))
  }
}

function intersect([first, ...others]: readonly (Uint32Array | undefined)[]): number[] {
  if (!first || others.includes(undefined)) return []
  const sets = others.map((list) => new Set(list))
  return [...first].filter((entry) => sets.every((set) => set.has(entry)))
}
