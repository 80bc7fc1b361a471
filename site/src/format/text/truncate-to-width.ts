/** Chinese, Japanese and Korean characters are as wide as two Latin letters. */
const wide = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u30ff\uff00-\uff60]/u

/** Cyrillic letters are a fifth wider than Latin ones. */
const cyrillic = /\p{sc=Cyrillic}/u

const widthOf = (letter: string) => (wide.test(letter) ? 2 : cyrillic.test(letter) ? 1.2 : 1)

/** The width of a text in Latin letters. */
export const textWidth = (text: string): number => Array.from(text).reduce((sum, letter) => sum + widthOf(letter), 0)

/** Truncates a text with an ellipsis so that it and the text behind it fit into a width in Latin letters. */
export function truncateToWidth(text: string, behind: string, maxWidth: number): string {
  const space = maxWidth - textWidth(behind)
  if (textWidth(text) <= space) return text
  let width = textWidth('…')
  const letters = Array.from(text)
  const end = letters.findIndex((letter) => (width += widthOf(letter)) > space)
  return `${letters.slice(0, end).join('').trimEnd()}…`
}
