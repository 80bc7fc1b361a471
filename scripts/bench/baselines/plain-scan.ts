import type { SearchDocument } from '../../../data/api/model/search.ts'
import { typosBetween } from '../../../data/api/search/typos.ts'
import { foldText, maxTypos, wordsOf } from '../../../data/api/search/words.ts'

interface Prepared {
  /** The words of names, former names and labels. */
  readonly words: readonly string[]
  /** Other texts, with a space before each word. */
  readonly texts: readonly string[]
}

/**
 * Returns a search that scans every document and counts those that have all words of a text. Everything possible is
 * precomputed.
 */
export function plainScan(documents: readonly SearchDocument[]): (text: string) => number {
  const all = documents.map(({ names, formerNames, labels, texts }): Prepared => {
    const named = [...names, ...formerNames, ...labels]
    return { words: [...new Set(named.flatMap(wordsOf))], texts: texts.map((text) => ` ${foldText(text)}`) }
  })
  return (text) => {
    const typed = wordsOf(text)
    return all.filter((prepared) => typed.every((word) => hasWord(prepared, word))).length
  }
}

function hasWord({ words, texts }: Prepared, word: string): boolean {
  if (words.some((one) => one.startsWith(word))) return true
  const max = maxTypos(word)
  if (max > 0 && words.some((one) => typosBetween(word, one, max) <= max)) return true
  return texts.some((text) => text.includes(` ${word}`))
}
