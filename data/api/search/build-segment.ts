import type { SearchDocument } from '../model/search.ts'
import { memoize } from './memoize.ts'
import { SearchSegment, type RemovedDocument } from './segment.ts'
import { PackedLists, TermCollector, type TermIndex } from './term-index.ts'
import { foldText, createFoldText, nameTermsOfWord, termsOfWord } from './words.ts'

/** Collects distinct texts and, for each of them, the documents that have it. */
class Entries {
  readonly #documents = new Map<string, number[]>()

  add(text: string, document: number): void {
    const known = this.#documents.get(text)
    if (!known) this.#documents.set(text, [document])
    else if (known.at(-1) !== document) known.push(document)
  }

  sorted(): { texts: string[]; documents: number[][] } {
    const texts = [...this.#documents.keys()].sort()
    return { texts, documents: texts.map((text) => this.#documents.get(text) ?? []) }
  }
}

/** The terms of names: those of their words, and each name without its spaces. */
function nameTerms(names: readonly string[]): TermIndex {
  const terms = new TermCollector(nameTermsOfWord)
  for (const [entry, name] of names.entries()) {
    const words = name.split(' ').filter(Boolean)
    for (const word of words) terms.addWord(word, entry)
    if (words.length > 1) terms.addTerm(words.join(''), entry)
  }
  return terms.index()
}

function textTerms(texts: readonly string[], firstEntry: number): TermIndex {
  const terms = new TermCollector(termsOfWord)
  for (const [at, text] of texts.entries()) for (const word of text.split(' ')) terms.addWord(word, firstEntry + at)
  return terms.index()
}

const byKindAndId = (kinds: readonly string[]) => (one: SearchDocument, other: SearchDocument) =>
  kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || (one.id < other.id ? -1 : 1)

/**
 * Builds the index of documents. `kinds` are the searchable resources, in the order in which equally good results are
 * sorted; `removed` lists documents of earlier segments that are replaced or removed.
 */
export function buildSegment(
  documents: readonly SearchDocument[],
  kinds: readonly string[],
  removed: readonly RemovedDocument[] = [],
): SearchSegment {
  const ordered = documents.toSorted(byKindAndId(kinds))
  const [names, formerNames, labels, texts] = [new Entries(), new Entries(), new Entries(), new Entries()]
  const foldedOnce = memoize(createFoldText())
  const addFolded = (entries: Entries, text: string, number: number) => {
    const key = foldedOnce(text)
    if (key !== '') entries.add(key, number)
  }
  for (const [number, document] of ordered.entries()) {
    for (const name of document.names) addFolded(names, name, number)
    for (const name of document.formerNames) formerNames.add(name, number)
    for (const label of document.labels) addFolded(labels, label, number)
    for (const text of document.texts) addFolded(texts, text, number)
  }
  const all = [names, formerNames, labels, texts].map((entries) => entries.sorted())
  const [, former] = all
  const named = all.slice(0, 3).flatMap((one) => (one === former ? one.texts.map(foldText) : one.texts))
  const found = nameTerms(named)
  const foundInTexts = textTerms(all[3]?.texts ?? [], named.length)
  const documentsOf = PackedLists.of(all.flatMap((one) => one.documents))
  const lists = [documentsOf, found.entries, foundInTexts.entries].flatMap(({ counts, values }) => [counts, values])
  const kindNumbers = Uint32Array.from(ordered, ({ kind }) => kinds.indexOf(kind))
  const [nameCount = 0, formerCount = 0, labelCount = 0, textCount = 0] = all.map((one) => one.texts.length)
  return new SearchSegment(
    {
      ids: ordered.map(({ id }) => id),
      kinds,
      names: named,
      formerNames: all[1]?.texts ?? [],
      terms: found.terms,
      textTerms: foundInTexts.terms,
      sizes: [nameCount, formerCount, labelCount, textCount],
    },
    [kindNumbers, Uint32Array.from(removed.flat()), ...lists],
  )
}
