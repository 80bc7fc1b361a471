import { describe, expect, it } from 'vitest'
import { readKeyPrefix, readName, readOrigins, readScopes } from './key-options.ts'
import { readWholeNumber } from './whole-number.ts'

describe('an option reads', () => {
  it('scopes, with spaces or empty', () => {
    expect(readScopes('tooltips, observe')).toEqual(['tooltips', 'observe'])
    expect(readScopes('')).toEqual([])
  })

  it('origins in canonical form', () => {
    expect(readOrigins('https://Wiki.example/,*.b.example, localhost:*')).toEqual([
      'https://wiki.example',
      '*.b.example',
      'localhost:*',
    ])
  })

  it('a name, a number of days, a prefix', () => {
    expect(readName(' the bot ')).toBe('the bot')
    expect(readWholeNumber(1, 3650, ' of days')('30')).toBe(30)
    expect(readKeyPrefix('abcd2345')).toBe('dl_abcd2345')
  })
})

describe('an option refuses with a sentence', () => {
  it.each([
    ['an unknown scope', () => readScopes('tooltips,all'), 'all is not a scope: tooltips, observe, admin.'],
    ['an invalid origin', () => readOrigins('a/b'), '"a/b" is not an origin'],
    ['an empty name', () => readName(' '), '1 to 80 printable'],
    ['too few days', () => readWholeNumber(1, 3650, ' of days')('0'), '1 to 3650'],
    ['too many days', () => readWholeNumber(0, 365, ' of days')('366'), '0 to 365'],
    ['a fraction of days', () => readWholeNumber(0, 365, ' of days')('1.5'), 'whole number'],
    ['days in hexadecimal', () => readWholeNumber(0, 365, ' of days')('0x10'), 'whole number'],
    ['an invalid prefix', () => readKeyPrefix('no-prefix'), 'A prefix reads dl_'],
  ])('%s', (_what, read, sentence) => {
    expect(read).toThrow(sentence)
    expect(read).toThrow(expect.objectContaining({ code: 'commander.invalidArgument' }) as Error)
  })
})
