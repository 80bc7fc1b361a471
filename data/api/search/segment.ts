import type { Steps } from '../model/values/steps.ts'
import { PackedLists, TermIndex } from './term-index.ts'

/** A document of an earlier segment that is no longer so: the number of the segment, and its own number there. */
export type RemovedDocument = readonly [segment: number, document: number]

/** What a segment holds as text, beside its numbers. */
interface SegmentTexts {
  readonly ids: readonly string[]
  readonly kinds: readonly string[]
  /** Folded, of the entries that are names, former names and labels, in this order. */
  readonly names: readonly string[]
  /** As they are written. */
  readonly formerNames: readonly string[]
  readonly terms: readonly string[]
  readonly textTerms: readonly string[]
  /** How many entries are names, former names, labels and texts. */
  readonly sizes: readonly [names: number, formerNames: number, labels: number, texts: number]
}

/**
 * An index of documents that one patch brought. An entry is a name, a former name, a label or a text, each distinct one
 * once, numbered in this order; it belongs to the documents that have it. Documents are in the order of kinds, then of
 * ids.
 */
export class SearchSegment {
  readonly texts: SegmentTexts
  /** Number of each document's kind in `texts.kinds`. */
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

  /** Makes what searches with typos need, in steps. */
  *prepare(): Steps<void> {
    yield* this.names.prepare()
  }

  get size(): number {
    return this.texts.ids.length
  }

  /** The number of the first entry that is a former name, a label, a text. */
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

  /** As they are written, in order. */
  formerNamesOf(document: number): string[] {
    return this.texts.formerNames.filter((_name, at) => this.documents.at(this.firstFormerName + at).includes(document))
  }

  /** The number of a row's document. */
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

  /** The same segment always gives the same bytes: text as JSON, then the numbers. */
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
