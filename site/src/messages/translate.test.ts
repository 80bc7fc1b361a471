import { describe, expect, it } from 'vitest'
import { translator } from './translate.ts'

const catalog = {
  greeting: 'Hello {name}',
  listings: { one: '{count} лот', few: '{count} лота', other: '{count} лотов' },
  plain: 'Да',
}
const t = translator('ru', catalog)

describe('a message', () => {
  it('is filled with its values, numbers as the language writes them', () => {
    expect(t('greeting', { name: 'Wick' })).toBe('Hello Wick')
    expect(t('greeting', { name: 1234.5 })).toBe('Hello 1\u00a0234,5')
    expect(t('plain')).toBe('Да')
  })

  it.each([
    [1, '1 лот'],
    [3, '3 лота'],
    [5, '5 лотов'],
    [21, '21 лот'],
  ])('has the form of a count of %d', (count, words) => {
    expect(t('listings', { count })).toBe(words)
  })

  it('throws where a value is missing', () => {
    expect(() => t('greeting')).toThrow('{name}')
  })

  it('leaves a value that is no text as it is, between its parts', () => {
    const link = { href: '/' }
    expect(t.parts('greeting', { name: link })).toEqual(['Hello ', link, ''])
  })

  it('is found by a key of run time, or not', () => {
    expect(t.find('plain')).toBe('Да')
    expect(t.find('toString')).toBeUndefined()
  })

  it('is picked for a script, without those that there are not', () => {
    expect(JSON.parse(t.pick(['plain', 'absent']))).toEqual({ plain: 'Да' })
  })
})
