import { describe, expect, it } from 'vitest'
import { isPlainText, nameWords } from './name-words.ts'
import { locales } from '../api/model/values/locales.ts'
import { readSample, rowsOf, type ReadBundle } from './test/read-sample.ts'
import type { Scale } from './scale.ts'

const translated = locales.filter((locale) => locale !== 'en')

const named = [
  ...['items', 'monsters', 'perks', 'spells', 'skills', 'classes', 'maps', 'merchants', 'religions'],
  'loot_tables',
  ...['workshops', 'workshop_upgrades', 'workshop_services'],
]

/** What the newest patch adds: real games translate the names of it last. */
const untranslated = [
  ...['Mothlight Pendant', 'Mothlight Wand', 'Mothlight Robe', 'Mothlight Slippers'],
  ...['Lampblack Moth', 'Attic Candlehound'],
]

const namesOf = (bundle: ReadBundle): string[] => [
  ...new Set(named.flatMap((resource) => rowsOf(bundle, resource).map(({ name }) => String(name)))),
]

const missing = (bundle: ReadBundle, keys: readonly string[]) =>
  translated.map((locale) => [locale, keys.filter((key) => bundle.texts[locale]?.[key] === undefined)])

it('composes names of materials and nouns', () => {
  const [, de, , fr, ja] = nameWords('Saltiron Blade').split('|')
  expect([de, fr, ja]).toEqual(['Salzeisen-Klinge', 'Lame en fer-sel', '塩鉄の刃'])
  expect(nameWords('Bog Wight').split('|')[1]).toBe('Moorwicht')
  expect(nameWords('Craft Saltiron Blade').split('|')[1]).toBe('Salzeisen-Klinge herstellen')
  expect(nameWords('Second Anvil 3').split('|')[1]).toBe('Zweiter Amboss 3')
  expect(nameWords('Brine Fen Urn').split('|').slice(0, 2)).toEqual(['Brine Fen Urn', 'Salzmoor: Urne'])
  expect(nameWords("Cook's Stock").split('|').slice(0, 2)).toEqual(["Cook's Stock", 'Sortiment: Die Köchin'])
  expect(() => nameWords('Saltiron Wight')).toThrow('no words for the name Saltiron Wight')
})

describe.each<Scale>(['full', 'small'])('names of the %s world', async (scale) => {
  const bundles = await readSample(scale)

  it('exist in every language, except for names that the newest patches add', () => {
    const [first, second, ptr, last] = bundles
    for (const bundle of [first, second])
      expect(missing(bundle, namesOf(bundle))).toEqual(translated.map((locale) => [locale, []]))
    for (const bundle of [ptr, last]) {
      const added = namesOf(bundle).filter((name) => untranslated.includes(name))
      expect(added.length).toBeGreaterThan(0)
      const expected = translated.map((locale) => [locale, locale === 'ko' ? [] : added])
      expect(missing(bundle, namesOf(bundle))).toEqual(expected)
    }
    if (scale === 'full') expect(namesOf(last)).toEqual(expect.arrayContaining(untranslated))
  })

  it('are plain English in rows, and not among the English texts', () => {
    for (const bundle of bundles) {
      expect(namesOf(bundle).filter((name) => !isPlainText(name))).toEqual([])
      expect(Object.keys(bundle.texts.en ?? {}).filter(isPlainText)).toEqual([])
    }
  })

  it('are unambiguous in every language', () => {
    for (const bundle of bundles)
      for (const locale of translated) {
        const shared = new Map<string, string[]>()
        for (const name of namesOf(bundle)) {
          const shown = bundle.texts[locale]?.[name] ?? name
          shared.set(shown, [...(shared.get(shown) ?? []), name])
        }
        expect([...shared].filter(([, names]) => names.length > 1)).toEqual([])
      }
  })

  it('have translated effects in every language', () => {
    for (const bundle of bundles) {
      const effects = [...new Set(rowsOf(bundle, 'items').flatMap(({ effect }) => (effect ? [String(effect)] : [])))]
      expect(effects.length).toBeGreaterThan(2)
      expect(missing(bundle, effects)).toEqual(translated.map((locale) => [locale, []]))
    }
  })
})
