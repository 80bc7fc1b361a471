import { describe, expect, it } from 'vitest'
import { locales, type Locale } from '../api/model/values/locales.ts'
import { render } from './phrase.ts'
import { readSample, rowsOf } from './test/read-sample.ts'
import type { Scale } from './scale.ts'
import * as arts from './words/names/arts.ts'
import * as finds from './words/names/finds.ts'
import * as gear from './words/names/gear.ts'
import * as goods from './words/names/goods.ts'
import * as monsters from './words/names/monsters.ts'
import * as perks from './words/names/perks.ts'
import * as town from './words/names/town.ts'
import { attributeWords } from './words/words-attributes.ts'
import { facetWords } from './words/words-facets.ts'
import { motifs, titles } from './words/words-motifs.ts'
import { places } from './words/words-places.ts'
import { modules, props, questTexts, questVoices } from './words/words-quests.ts'
import * as sentences from './words/words-sentences.ts'
import { labelHole, textOfNobody } from './write-bundle.ts'

const nameWords = [arts, finds, gear, goods, monsters, perks, town].flatMap((lists) =>
  Object.values<readonly string[] | string>(lists).flat(),
)

const allWords = [
  ...nameWords,
  ...attributeWords.map(({ name }) => name),
  ...Object.values(facetWords).flatMap((labels) => Object.values(labels)),
  ...places.map(({ within }) => within),
  ...motifs,
  ...titles,
  ...Object.values(sentences).flatMap((list) => Object.values(list)),
  ...[...Object.values(questTexts), ...questVoices],
  ...[...props.map(({ text }) => text), ...modules.map(({ name }) => name)],
]

describe('words', () => {
  it('come in ten languages', () => {
    for (const words of allWords)
      expect(
        words.split('|').map((part) => part.trim() !== ''),
        words,
      ).toEqual(locales.map(() => true))
  })

  it('have the same slots in every language', () => {
    const slotsOf = (text: string): string =>
      [...text.matchAll(/\{(\w+)\}/g)]
        .map(([slot]) => slot)
        .sort()
        .join()
    for (const words of allWords) expect(new Set(words.split('|').map(slotsOf)).size, words).toBe(1)
  })

  it('are in the script of their language', () => {
    const foreign = [/[Ѐ-ӿ぀-ヿ一-鿿가-힯]/, /[A-Za-zЀ-ӿ]/, /[Ѐ-ӿ가-힯]/]
    for (const words of allWords) {
      const [, de = '', es = '', fr = '', ja = '', ko = '', pt = '', ru = '', hans = '', hant = ''] = words
        .replaceAll(/\{\w+\}/g, '')
        .split('|')
      expect(foreign[0]?.test(de + es + fr + pt), de + es + fr + pt).toBe(false)
      expect(foreign[1]?.test(ko), ko).toBe(false)
      expect(foreign[2]?.test(ja + hans + hant), ja + hans + hant).toBe(false)
      expect(/[ぁ-ヿ]/.test(hans + hant), hans + hant).toBe(false)
      expect(/[A-Za-z]/.test(ru), ru).toBe(false)
    }
  })
})

describe('render', () => {
  it('puts words into a compound in lower case', () => {
    const moor = { words: '{base} of the bog|Moor{base}|{base} de ciénaga', slots: { base: 'Wight|Wicht|Tumulario' } }
    expect(['en', 'de', 'es'].map((locale) => render(moor, locale as Locale))).toEqual([
      'Wight of the bog',
      'Moorwicht',
      'Tumulario de ciénaga',
    ])
  })

  it('fills slots with words, plain text and numbers, and starts with a capital', () => {
    const phrase = { words: '{n} {a} for {b}|{n} {a} für {b}', slots: { n: 3, a: 'moth|Motte', b: 'Old Saltjaw' } }
    expect(render(phrase, 'de')).toBe('3 Motte für Old Saltjaw')
    expect(render({ words: '{a}', slots: { a: 'ash|asche' } }, 'de')).toBe('Asche')
  })
})

describe.each<Scale>(['full', 'small'])('locales of the %s world', async (scale) => {
  const [first, , , last] = await readSample(scale)
  const keys = Object.keys(first.texts.en ?? {})

  it('fill every slot', () => {
    for (const locale of locales)
      expect(Object.values(last.texts[locale] ?? {}).filter((text) => /[{}|]/.test(text))).toEqual([])
  })

  it('never call an item "it", because gloves and plums are plural', () => {
    const descriptions = [...new Set(rowsOf(last, 'items').map(({ description }) => String(description)))]
    const texts = descriptions.map((key) => last.texts.en?.[key] ?? '')
    expect(texts.length).toBeGreaterThan(scale === 'full' ? 500 : 9)
    expect(texts.filter((text) => /\b(it|its|was|has)\b/i.test(text.replace(/^The recipe was/, '')))).toEqual([])
  })

  it('lack texts in every language except English', () => {
    for (const locale of locales.filter((name) => name !== 'en')) {
      const composed = keys.filter((key) => !/^Reach_(Label|Attribute)_/.test(key))
      const share = composed.filter((key) => !(key in (first.texts[locale] ?? {}))).length / composed.length
      expect(share).toBeLessThan(scale === 'full' ? 0.045 : 0.12)
      if (scale === 'full') expect(share).toBeGreaterThan(0.015)
    }
  })

  it('have all labels and attribute names except one', () => {
    for (const locale of locales) {
      const holes = keys.filter((key) => /^Reach_(Label|Attribute)_/.test(key) && !(key in (first.texts[locale] ?? {})))
      expect(holes).toEqual(locale === labelHole.locale ? [labelHole.key] : [])
    }
  })

  it('lack exactly one key in all languages', () => {
    const localized = new Set(
      [
        ...rowsOf(first, 'items').map(({ description }) => description),
        ...rowsOf(first, 'attributes').map(({ name }) => name),
        ...['quests', 'achievements'].flatMap((resource) =>
          rowsOf(first, resource).flatMap(({ title, name, description }) => [title ?? name, description]),
        ),
        ...['perks', 'skills'].flatMap((resource) => rowsOf(first, resource).map(({ desc_data }) => desc_data)),
        ...['spells', 'religions'].flatMap((resource) => rowsOf(first, resource).map(({ desc }) => desc)),
        ...Object.values(first.facets).flatMap((labels) => Object.values(labels)),
      ].map(String),
    )
    for (const locale of locales) expect(first.texts[locale]).not.toHaveProperty([textOfNobody])
    expect([...localized].filter((key) => !keys.includes(key))).toEqual([textOfNobody])
  })
})
