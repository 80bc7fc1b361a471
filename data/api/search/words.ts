import { memoize } from './memoize.ts'

/** Folds letters for comparison: lower case, no accents, no full-width forms, `ss` for `ß`. */
const foldLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')

const betweenWords = /[^\p{L}\p{M}\p{N}]+/u

/** Scripts that are written without spaces between words, or whose words are compounds. */
const unspaced = /([\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]+)/u

const plainText = /^[\u0020-\u007e]*$/

/** The folded words of a text; runs of a script without spaces are separate words. */
export function wordsOf(text: string): string[] {
  // Most texts are ASCII, for which this is several times as fast.
  if (plainText.test(text))
    return (
      text
        .toLowerCase()
        .replaceAll("'", '')
        .match(/[a-z0-9]+/g) ?? []
    )
  return foldLetters(text)
    .split(betweenWords)
    .flatMap((word) => (unspaced.test(word) ? word.split(unspaced) : word))
    .filter((word) => word !== '')
}

/** Whether a word is in a script without spaces. The first test is several times as fast and decides for most words. */
export const isUnspaced = (word: string): boolean => !plainText.test(word) && unspaced.test(word)

/** Folds a text to the form in which names are compared: its folded words, separated by single spaces. */
export const foldText = (text: string): string => wordsOf(text).join(' ')

/**
 * Returns a variant of `foldText` for many texts, which caches the results by word: most words recur, and folding takes
 * ten times as long as a lookup. The result is the same, because folding a letter never depends on letters beyond a space.
 */
export function createFoldText(): (text: string) => string {
  const foldedWord = memoize(foldText)
  return (text) =>
    text
      .split(' ')
      .map(foldedWord)
      .filter((words) => words !== '')
      .join(' ')
}

/** The pairs of neighboring letters in a run, and its last letter alone, so that every letter begins a term. */
export function pairsOf(run: string): string[] {
  const letters = Array.from(run)
  return letters.map((letter, place) => letter + (letters[place + 1] ?? ''))
}

/** The terms by which a word of a text is found: the word itself or, in unspaced scripts, its pairs of letters. */
export const termsOfWord = (word: string): string[] => (isUnspaced(word) ? pairsOf(word) : [word])

/** The terms by which a word of a name is found: in unspaced scripts also the whole run, so that it matches with typos. */
export const nameTermsOfWord = (word: string): string[] => (isUnspaced(word) ? [...pairsOf(word), word] : [word])

/** The number of typos that a word may have: 1 from 4 letters (3 in unspaced scripts), 2 from 8 letters. */
export function maxTypos(word: string): 0 | 1 | 2 {
  if (word.length >= 8) return 2
  return word.length >= (isUnspaced(word) ? 3 : 4) ? 1 : 0
}
