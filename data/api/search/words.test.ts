import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText, createFoldText, maxTypos, nameTermsOfWord, termsOfWord, wordsOf } from './words.ts'

describe('the words of a text', () => {
  it.each([
    ['  GLOAM-Blade! ', ['gloam', 'blade']],
    ['Widow’s Véil', ['widows', 'veil']],
    ['Großes Öl', ['grosses', 'ol']],
    ['Ёлка', ['елка']],
    ['灯火の夜守', ['灯火の夜守']],
    ['灯火2本', ['灯火', '2', '本']],
    ['ガードブレード', ['ガードブレード']],
    ['ｶﾞｰﾄﾞ', ['ガード']],
    ['잿불 랜턴', ['잿불', '랜턴']],
    ['*** !', []],
  ])('%s', (text, words) => expect(wordsOf(text)).toEqual(words))

  it('are the same however often a text is folded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text))
      }),
    )
  })
})

it('folding many texts word by word is folding each', () => {
  const letters = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.string({
      unit: fc.constantFrom('Σ', 'ς', 'A', '\u0301', '´', 'ß', '夜', 'か', '\u3099', "'", '-'),
      maxLength: 6,
    }),
  )
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 6 }), (words) => {
      const text = words.join(' ')
      expect(createFoldText()(text)).toBe(foldText(text))
    }),
    { numRuns: 2000 },
  )
})

describe('terms', () => {
  it('are words, or pairs of letters in a script without spaces', () => {
    expect(['ember', '夜守り'].flatMap(termsOfWord)).toEqual(['ember', '夜守', '守り', 'り'])
  })

  it('of a name include whole runs', () => {
    expect(['ember', '夜守り'].flatMap(nameTermsOfWord)).toEqual(['ember', '夜守', '守り', 'り', '夜守り'])
  })
})

it.each([
  ['abc', 0],
  ['abcd', 1],
  ['abcdefg', 1],
  ['abcdefgh', 2],
  ['夜守', 0],
  ['夜守り', 1],
] as const)('%s may have %d typos', (word, typos) => expect(maxTypos(word)).toBe(typos))
