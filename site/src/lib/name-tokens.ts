const betweenWords = /[\n\r\p{Z}\p{P}]+/u

/** Scripts that have no spaces between words, or whose words are made of several. */
const unspaced = /([\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]+)/u

/**
 * What a name is found by, and what is looked for: words, of which a beginning is enough; of unspaced scripts each letter
 * with the one after it, so that any part of a name is enough.
 */
export const nameTokens = (text: string): string[] =>
  text
    .split(betweenWords)
    .flatMap((word) => word.split(unspaced))
    .flatMap((run) => (unspaced.test(run) ? pairsOf(Array.from(run)) : run))
    .filter((token) => token !== '')

/** The last letter stands alone, as does a single one that is looked for. */
const pairsOf = (letters: readonly string[]) => letters.map((letter, place) => letter + (letters[place + 1] ?? ''))
