import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { locales } from '../../../data/api/model/values/locales.ts'
import { api } from '../../../data/api/table.ts'
import { listsOf } from '../request/explorer.ts'
import { catalogs } from './catalogs.ts'
import type { Message } from './translate.ts'

const formsOf = (message: Message) => (typeof message === 'string' ? [message] : Object.values(message))
const placeholdersOf = (message: Message) =>
  [...new Set(formsOf(message).flatMap((form) => form.match(/\{\w*\}?/g) ?? []))].sort()
const english = Object.entries(catalogs.en)
const others = locales.filter((locale) => locale !== 'en')

describe.each(others)('the messages in %s', (locale) => {
  const own: Readonly<Record<string, Message>> = catalogs[locale]

  it('are those of English, in its order', () => expect(Object.keys(own)).toEqual(Object.keys(catalogs.en)))

  it('have the placeholders of the English ones', () => {
    const wrong = english.filter(([key, message]) => {
      const [given, expected] = [placeholdersOf(own[key] ?? ''), placeholdersOf(message)]
      return (
        String([...new Set([...given, '{count}'])].sort()) !== String([...new Set([...expected, '{count}'])].sort())
      )
    })
    expect(wrong.map(([key]) => key)).toEqual([])
  })

  it('say the count where English says it', () => {
    const wrong = english.filter(
      ([key, message]) =>
        formsOf(message).every((form) => form.includes('{count}')) &&
        !placeholdersOf(own[key] ?? '').includes('{count}'),
    )
    expect(wrong.map(([key]) => key)).toEqual([])
  })

  it('have no form that the language does not know, and none is empty', () => {
    const known = new Set(new Intl.PluralRules(locale).resolvedOptions().pluralCategories)
    const wrong = Object.entries(own).filter(
      ([, message]) =>
        formsOf(message).some((form) => form.trim() === '') ||
        (typeof message !== 'string' && Object.keys(message).some((category) => !known.has(category as 'other'))),
    )
    expect(wrong.map(([key]) => key)).toEqual([])
  })

  it('are in its own script', () => {
    const scripts: Readonly<Record<string, RegExp>> = {
      ja: /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u,
      ko: /\p{sc=Hangul}/u,
      ru: /\p{sc=Cyrillic}/u,
      'zh-Hans': /\p{sc=Han}/u,
      'zh-Hant': /\p{sc=Han}/u,
    }
    const script = scripts[locale] ?? /\p{sc=Latin}/u
    /** Names and units that languages share. */
    const isShared = /^(API|ID|m$)|^[^\p{L}]*$/u
    const wrong = Object.entries(own).filter(([, message]) =>
      formsOf(message).some((form) => {
        const words = form.replaceAll(/\{\w+\}/g, '')
        return !script.test(words) && !isShared.test(words.trim())
      }),
    )
    expect(wrong.map(([key]) => key)).toEqual([])
  })
})

describe('messages', () => {
  it('name every list and what it is about', () => {
    const keys = listsOf(api).flatMap(({ resource }) => [`resource.${resource?.name}`, `about.${resource?.name}`])
    expect(keys.filter((key) => !Object.hasOwn(catalogs.en, key))).toEqual([])
  })

  it('are all shown somewhere', () => {
    const site = join(import.meta.dirname, '..')
    const files = readdirSync(site, { recursive: true, encoding: 'utf8' })
    const sources = files.filter((file) => /(?<!\.test)\.ts$|\.astro$/.test(file))
    const text = sources.map((file) => readFileSync(join(site, file), 'utf8')).join('\n')
    const isMadeFrom = (key: string) => text.includes(`\`${key.replace(/\.[^.]+$/, '')}.\${`)
    expect(english.map(([key]) => key).filter((key) => !text.includes(`'${key}'`) && !isMadeFrom(key))).toEqual([])
  })
})
