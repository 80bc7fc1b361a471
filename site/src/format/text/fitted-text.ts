/** Letters of Chinese, Japanese and Korean are as wide as two of the Latin script. */
const wide = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u30ff\uff00-\uff60]/u

/** Letters of the Cyrillic script are a fifth wider than those of the Latin one. */
const cyrillic = /\p{sc=Cyrillic}/u

const widthOf = (letter: string) => (wide.test(letter) ? 2 : cyrillic.test(letter) ? 1.2 : 1)

/** How wide a text is, in letters of the Latin script. */
export const textWidth = (text: string): number => Array.from(text).reduce((sum, letter) => sum + widthOf(letter), 0)

/** A text, cut with an ellipsis where it and what stands behind it are wider than there is space for. */
export function fitted(text: string, behind: string, maxWidth: number): string {
  const space = maxWidth - textWidth(behind)
  if (textWidth(text) <= space) return text
  let width = textWidth('…')
  const letters = Array.from(text)
  const end = letters.findIndex((letter) => (width += widthOf(letter)) > space)
  return `${letters.slice(0, end).join('').trimEnd()}…`
}
