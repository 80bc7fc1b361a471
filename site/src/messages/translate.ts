import type english from './en.json'
import { formatsOf, type Formats } from './formats.ts'

/** Forms by the plural category of `count`; `other` stands in for a category that is not given. */
export type Message = string | ({ readonly other: string } & Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>)

export type MessageKey = keyof typeof english

/** The messages of a language, or those of them that a script shows. */
export type Catalog<Key extends string = MessageKey> = Readonly<Record<Key, Message>>

type Values = Readonly<Record<string, string | number>>

/** The words of a page in its language. */
export interface Translate<Key extends string = MessageKey> extends Formats {
  /** The message with its `{placeholders}` filled; numbers are written as the language writes them. */
  (key: Key, values?: Values): string
  /** The same as parts, for a value that is an element of a page: a link within a sentence. */
  parts(key: Key, values: Readonly<Record<string, unknown>>): unknown[]
  /** The message of a key that is made at run time; undefined where there is none. */
  find(key: string): string | undefined
  /** Those of these messages that there are, as JSON for a script. */
  pick(keys: readonly string[]): string
  readonly locale: string
}

const placeholder = /\{(\w+)\}/

export function translator<Key extends string>(locale: string, catalog: Catalog<Key>): Translate<Key> {
  const formats = formatsOf(locale)
  const plurals = new Intl.PluralRules(locale)
  const formOf = (message: Message, count: unknown) =>
    typeof message === 'string' ? message : (message[plurals.select(Number(count))] ?? message.other)
  const valueOf = (values: Readonly<Record<string, unknown>>, name: string) => {
    if (!Object.hasOwn(values, name)) throw new Error(`A message without its value for {${name}}`)
    const value = values[name]
    return typeof value === 'number' ? formats.number(value) : value
  }
  const parts = (key: Key, values: Readonly<Record<string, unknown>>): unknown[] =>
    formOf(catalog[key], values.count)
      .split(placeholder)
      .map((part, place) => (place % 2 === 0 ? part : valueOf(values, part)))
  const text = (key: Key, values: Values = {}): string => parts(key, values).join('')
  const isKey = (key: string): key is Key => Object.hasOwn(catalog, key)
  return Object.assign(text, formats, {
    parts,
    find: (key: string) => (isKey(key) ? text(key) : undefined),
    pick: (keys: readonly string[]) =>
      JSON.stringify(Object.fromEntries(keys.filter(isKey).map((key) => [key, catalog[key]]))),
    locale,
  })
}
