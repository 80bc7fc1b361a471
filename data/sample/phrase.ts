import { locales, type Locale } from '../api/model/values/locales.ts'

/** A text in every language, in the order of `locales`, separated by `|`. */
export type Words = string

/** Words with slots `{name}`, which are filled with words, with text that is the same in all languages, or with numbers. */
export interface Phrase {
  readonly words: Words
  readonly slots?: Readonly<Record<string, Words | number>>
  /** A second sentence. */
  readonly then?: Words
  /** The languages that have the text so far; all by default. */
  readonly only?: readonly Locale[]
}

const divided = new Map<Words, readonly string[]>()

const isLetter = /\p{L}/u

function inLanguage(words: Words, index: number): string {
  let parts = divided.get(words)
  if (!parts) divided.set(words, (parts = words.split('|')))
  return parts[index] ?? words
}

export function render({ words, slots, then }: Phrase, locale: Locale): string {
  const index = locales.indexOf(locale)
  const template = inLanguage(words, index)
  const filled = (slot: string, name: string, at: number): string => {
    const value = slots?.[name]
    if (value === undefined) return slot
    const text = inLanguage(String(value), index)
    // The second half of a compound: `Moor{base}`.
    return isLetter.test(template.charAt(at - 1)) ? text.charAt(0).toLowerCase() + text.slice(1) : text
  }
  const text = slots ? template.replace(/\{(\w+)\}/g, filled) : template
  const gap = locale === 'ja' || locale.startsWith('zh') ? '' : ' '
  const whole = then ? text + gap + inLanguage(then, index) : text
  return whole.slice(0, 1).toUpperCase() + whole.slice(1)
}
