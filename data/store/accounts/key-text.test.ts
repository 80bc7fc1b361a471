import { describe, expect, it } from 'vitest'
import { hashKey, looksLikeKey, mintKey, prefixOfKey, readPrefix } from './key-text.ts'

const { key, prefix } = mintKey()
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

describe('a new key', () => {
  it('has the form dl_<prefix>_<secret><checksum>', () => {
    expect(key).toMatch(/^dl_[a-z2-9]{8}_[0-9A-Za-z]{38}$/)
    expect(key.startsWith(`${prefix}_`)).toBe(true)
    expect(prefixOfKey(key)).toBe(prefix)
  })

  it('has no letters in its prefix that look alike', () => {
    for (let turn = 0; turn < 500; turn += 1) expect(mintKey().prefix.slice(3)).toMatch(/^[^ilo01]{8}$/)
  })

  it('is different each time', () => {
    const keys = Array.from({ length: 2000 }, () => mintKey())
    expect(new Set(keys.map((minted) => minted.key.slice(12))).size).toBe(2000)
    expect(new Set(keys.map((minted) => minted.prefix)).size).toBe(2000)
  })

  it('has all digits in its secret about equally often', () => {
    const drawn = Array.from({ length: 1000 }, () => mintKey().key.slice(12, 44)).join('')
    for (const digit of digits) {
      const count = drawn.split(digit).length - 1
      expect(count, digit).toBeGreaterThan((drawn.length / 62) * 0.7)
      expect(count, digit).toBeLessThan((drawn.length / 62) * 1.3)
    }
  })
})

describe('a typo is detected without a look-up:', () => {
  it('any one character', () => {
    for (let at = 0; at < key.length; at += 1)
      for (const digit of `${digits}_- `) {
        const typo = key.slice(0, at) + digit + key.slice(at + 1)
        if (typo !== key) expect(prefixOfKey(typo), typo).toBeUndefined()
      }
  })

  it('two adjacent characters that are swapped', () => {
    for (let at = 0; at + 1 < key.length; at += 1) {
      const swapped = key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2)
      if (swapped !== key) expect(prefixOfKey(swapped), swapped).toBeUndefined()
    }
  })

  it('a missing or an additional character', () => {
    for (let at = 0; at <= key.length; at += 1) {
      if (at < key.length) expect(prefixOfKey(key.slice(0, at) + key.slice(at + 1))).toBeUndefined()
      expect(prefixOfKey(`${key.slice(0, at)}a${key.slice(at)}`)).toBeUndefined()
    }
  })

  it.each([
    ['nothing', ''],
    ['a space', ' '],
    ['a beginning', 'dl_'],
    ['null', 'null'],
    ['a cut key', key.slice(0, -1)],
    ['a line', `${key}\n`],
    ['a space before', ` ${key}`],
    ['a list', `${key}, ${key}`],
    ['capitals', key.toUpperCase()],
    ['another text', 'x'.repeat(50)],
  ])('%s', (_what, text) => {
    expect(prefixOfKey(text)).toBeUndefined()
  })
})

it('a text with a wrong checksum has the form of a key', () => {
  const typo = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')
  expect(looksLikeKey(typo)).toBe(true)
  for (const text of [key.slice(1), `x${key}`, `${key}x`, key.slice(0, -1)]) expect(looksLikeKey(text)).toBe(false)
})

it('the stored hash is the SHA-256', () => {
  expect(hashKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

describe('a prefix is read', () => {
  it.each([
    ['a prefix', prefix, prefix],
    ['one without its beginning', prefix.slice(3), prefix],
    ['a key', key, prefix],
    ['nothing', '', undefined],
    ['a beginning', 'dl_', undefined],
    ['a cut one', 'dl_abcd', undefined],
    ['one with a letter that is never drawn', 'dl_abcd234i_', undefined],
    ['one with a sign behind', `${prefix}%`, undefined],
    ['one with two beginnings', `dl_${prefix}`, undefined],
  ])('of %s', (_what, given, read) => {
    expect(readPrefix(given)).toBe(read)
  })
})
