import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { folded, maxSlips, nameTermsOf, termsOf, wordsOf } from './words.ts'

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
        expect(folded(folded(text))).toBe(folded(text))
      }),
    )
  })
})

describe('terms', () => {
  it('are words, and pairs of letters where a script has no spaces', () => {
    expect(termsOf(['ember', '夜守り'])).toEqual(['ember', '夜守', '守り', 'り'])
  })

  it('of a name are whole runs too, and all of it', () => {
    expect(nameTermsOf(['ember', 'lantern'])).toEqual(['ember', 'lantern', 'emberlantern'])
    expect(nameTermsOf(['夜守り'])).toEqual(['夜守', '守り', 'り', '夜守り'])
  })
})

it.each([
  ['abc', 0],
  ['abcd', 1],
  ['abcdefg', 1],
  ['abcdefgh', 2],
  ['夜守', 0],
  ['夜守り', 1],
] as const)('%s may have %d slips', (word, slips) => expect(maxSlips(word)).toBe(slips))
