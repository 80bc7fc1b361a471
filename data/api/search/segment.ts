import type { Steps } from '../model/values/steps.ts'
import { PackedLists, TermIndex } from './term-index.ts'

/** A document of an earlier segment that was replaced or removed: the number of the segment, and of the document in it. */
export type RemovedDocument = readonly [segment: number, document: number]

/** The texts of a segment; everything else is numbers. */
interface SegmentTexts {
  readonly ids: readonly string[]
  readonly kinds: readonly string[]
  /** Folded texts of the entries that are names, former names and labels, in this order. */
  readonly names: readonly string[]
  /** Former names in their original spelling. */
  readonly formerNames: readonly string[]
  readonly terms: readonly string[]
  readonly textTerms: readonly string[]
  /** Numbers of entries that are names, former names, labels and texts. */
  readonly sizes: readonly [names: number, formerNames: number, labels: number, texts: number]
}

/**
 * An index of documents that one patch added or changed. Its entries are the distinct names, former names, labels and
 * texts, numbered in this order; each entry lists the documents that have it. Documents are in the order of kinds, then
 * of ids.
 */
export class SearchSegment {
  readonly texts: SegmentTexts
  /** By document: the index of its kind in `texts.kinds`. */
  readonly kindOf: Uint32Array
  readonly removed: readonly RemovedDocument[]
  /** Documents of each entry. */
  readonly documents: PackedLists
  /** Terms of names, former names and labels. */
  readonly names: TermIndex
  readonly textTerms: TermIndex
  readonly #numbers: readonly Uint32Array[]

  constructor(texts: SegmentTexts, numbers: readonly Uint32Array[]) {
    const [kindOf, removed, ...lists] = numbers
    const none = new Uint32Array()
    this.texts = texts
    this.#numbers = numbers
    this.kindOf = kindOf ?? none
    this.removed = pairsIn(removed ?? none)
    this.documents = new PackedLists(lists[0] ?? none, lists[1] ?? none)
    this.names = new TermIndex(texts.terms, new PackedLists(lists[2] ?? none, lists[3] ?? none))
    this.textTerms = new TermIndex(texts.textTerms, new PackedLists(lists[4] ?? none, lists[5] ?? none))
  }

  /** Computes what searches with typos need, in steps. */
  *prepare(): Steps<void> {
    yield* this.names.prepare()
  }

  get size(): number {
    return this.texts.ids.length
  }

  /** The number of the first entry that is a former name; `firstLabel` and `firstText` are analogous. */
  get firstFormerName(): number {
    return this.texts.sizes[0]
  }
  get firstLabel(): number {
    return this.texts.sizes[0] + this.texts.sizes[1]
  }
  get firstText(): number {
    return this.firstLabel + this.texts.sizes[2]
  }
  get entryCount(): number {
    return this.firstText + this.texts.sizes[3]
  }

  /** The former names of a document in their original spelling, sorted as in `texts`. */
  formerNamesOf(document: number): string[] {
    return this.texts.formerNames.filter((_name, at) => this.documents.at(this.firstFormerName + at).includes(document))
  }

  /** The number of a row's document; undefined if the segment has none. */
  documentOf(kind: string, id: string): number | undefined {
    const { ids, kinds } = this.texts
    const wanted = kinds.indexOf(kind)
    let low = 0
    let high = ids.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const order = (this.kindOf[middle] ?? 0) - wanted
      if (order < 0 || (order === 0 && (ids[middle] ?? '') < id)) low = middle + 1
      else high = middle
    }
    return this.kindOf[low] === wanted && ids[low] === id ? low : undefined
  }

  /** Serializes the segment, deterministically: texts as JSON, then the numbers. */
  toBytes(): Uint8Array {
    const head = new TextEncoder().encode(
      JSON.stringify({ ...this.texts, lengths: this.#numbers.map((all) => all.length) }),
    )
    const start = 4 + Math.ceil(head.length / 4) * 4
    const size = this.#numbers.reduce((sum, all) => sum + 4 * all.length, start)
    const bytes = new Uint8Array(size)
    new DataView(bytes.buffer).setUint32(0, head.length, true)
    bytes.set(head, 4)
    let at = start
    for (const all of this.#numbers) {
      new Uint32Array(bytes.buffer, at, all.length).set(all)
      at += 4 * all.length
    }
    return bytes
  }

  /** Reads what `toBytes` wrote; numbers are views of the bytes if these are aligned. */
  static fromBytes(bytes: Uint8Array): SearchSegment {
    const aligned = bytes.byteOffset % 4 === 0 ? bytes : Uint8Array.from(bytes)
    const { buffer, byteOffset } = aligned
    const headLength = new DataView(buffer, byteOffset).getUint32(0, true)
    const head = new TextDecoder().decode(aligned.subarray(4, 4 + headLength))
    const { lengths, ...texts } = JSON.parse(head) as SegmentTexts & { lengths: number[] }
    let at = byteOffset + 4 + Math.ceil(headLength / 4) * 4
    const numbers = lengths.map((length) => {
      const all = new Uint32Array(buffer, at, length)
      at += 4 * length
      return all
    })
    return new SearchSegment(texts, numbers)
  }
}

function pairsIn(numbers: Uint32Array): RemovedDocument[] {
  return Array.from({ length: numbers.length / 2 }, (_, at) => [numbers[2 * at] ?? 0, numbers[2 * at + 1] ?? 0])
}
