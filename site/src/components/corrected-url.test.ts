import { describe, expect, it } from 'vitest'
import { correctedUrl } from './corrected-url.ts'

const url = new URL('https://ledger.example/market?raritty=epic&page=2&patch=1')

const at = (parameter: string, suggestion: string, message = 'is not a parameter of this endpoint', given = url) =>
  correctedUrl(given, { parameter, message, suggestion })

describe('correctedUrl', () => {
  it('renames a parameter and keeps the rest of the query', () => {
    expect(at('raritty', 'rarity')).toBe('/market?rarity=epic&page=2&patch=1')
  })
  it('returns undefined if the URL does not have the parameter', () => {
    expect(at('interval', 'interval')).toBeUndefined()
  })
  it('returns undefined if the suggestion is not a name', () => {
    expect(at('raritty', '`from` and `to`')).toBeUndefined()
  })

  it.each([
    ['rarity', 'epicc', 'epic', '?rarity=epicc&page=2', '/items?rarity=epic&page=2'],
    ['rarity', 'epicc', 'epic', '?rarity=rare,epicc', '/items?rarity=rare%2Cepic'],
    ['sort', 'gear_scor', 'gear_score', '?sort=name,-gear_scor', '/items?sort=name%2C-gear_score'],
    ['attribute', 'migt', 'might', '?attribute=migt:2..5', '/items?attribute=might%3A2..5'],
    ['rarity', 'epicc', 'epic', '?rarity=rare', undefined],
  ])('replaces, in the values of %s, %s by %s', (parameter, wrong, suggestion, search, expected) => {
    const message = `got ${JSON.stringify(wrong)}, which does not occur in this patch`
    expect(at(parameter, suggestion, message, new URL(`https://ledger.example/items${search}`))).toBe(expected)
  })
})
