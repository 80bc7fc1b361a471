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
export const folded = (text: string): string => wordsOf(text).join(' ')

/** Each letter of a run with the one after it; the last stands alone, so that every letter begins a term. */
export function pairsOf(run: string): string[] {
  const letters = Array.from(run)
  return letters.map((letter, place) => letter + (letters[place + 1] ?? ''))
}

/** What a text is found by: its words, of which a beginning is enough; of unspaced scripts the pairs of letters. */
export const termsOf = (words: readonly string[]): string[] =>
  words.flatMap((word) => (isUnspaced(word) ? pairsOf(word) : word))

/** What a name is found by when it is typed with slips: its words, whole runs, and all of it without spaces. */
export function nameTermsOf(words: readonly string[]): string[] {
  const runs = words.filter(isUnspaced)
  return [...new Set([...termsOf(words), ...runs, ...(words.length > 1 ? [words.join('')] : [])])]
}

/** How many slips a word may have: 1 from 4 letters on (3 of an unspaced script), 2 from 8 on. */
export function maxSlips(word: string): 0 | 1 | 2 {
  if (word.length >= 8) return 2
  return word.length >= (isUnspaced(word) ? 3 : 4) ? 1 : 0
}
