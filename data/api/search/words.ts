import { memoize } from './memoize.ts'

/** The letters of a text as names are compared: lower case, without accents, Latin letters of one width, `ss` for `ß`. */
const foldLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')

const betweenWords = /[^\p{L}\p{M}\p{N}]+/u

/** Scripts that have no spaces between words, or whose words are made of several. */
const unspaced = /([\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]+)/u

const plainText = /^[\u0020-\u007e]*$/

/** The words of a text, folded; runs of a script without spaces are words of their own. */
export function wordsOf(text: string): string[] {
  // Most texts have no other letters, and this is several times as fast.
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

/** The first test is several times as fast, and most words pass it. */
export const isUnspaced = (word: string): boolean => !plainText.test(word) && unspaced.test(word)

/** A text as names are compared: its words with one space between. */
export const foldText = (text: string): string => wordsOf(text).join(' ')

/**
 * `folded`, word by word, for many texts: most have words that others have too, and folding takes ten times as long as looking one up.
 * Letters are folded by their neighbours, but never across a space.
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

/** Each letter of a run with the one after it; the last stands alone, so that every letter begins a term. */
export function pairsOf(run: string): string[] {
  const letters = Array.from(run)
  return letters.map((letter, place) => letter + (letters[place + 1] ?? ''))
}

/** What a word of a text is found by: itself, of which a beginning is enough; of unspaced scripts its pairs of letters. */
export const termsOfWord = (word: string): string[] => (isUnspaced(word) ? pairsOf(word) : [word])

/** What a word of a name is found by: the same, and the whole run, which may have typos. */
export const nameTermsOfWord = (word: string): string[] => (isUnspaced(word) ? [...pairsOf(word), word] : [word])

/** How many typos a word may have: 1 from 4 letters on (3 of an unspaced script), 2 from 8 on. */
export function maxTypos(word: string): 0 | 1 | 2 {
  if (word.length >= 8) return 2
  return word.length >= (isUnspaced(word) ? 3 : 4) ? 1 : 0
}
