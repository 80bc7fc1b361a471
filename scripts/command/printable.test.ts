import { expect, it } from 'vitest'
import { printable, printableLines } from './printable.ts'

it.each([
  ['Bog Wight, 灯 🏮 e\u0301', 'Bog Wight, 灯 🏮 e\u0301'],
  ['\u001b[2J\u001b]0;title\u0007', String.raw`\u001b[2J\u001b]0;title\u0007`],
  ['a\u009b31m\u007f\r\nb\tc', String.raw`a\u009b31m\u007f\u000d\u000ab\u0009c`],
  ['\u202egnp.exe\u2066\u200f\u2028', String.raw`\u202egnp.exe\u2066\u200f\u2028`],
])('escapes characters that are not visible: %j', (given, shown) => {
  expect(printable(given)).toBe(shown)
})

it('does not change the value of JSON', () => {
  const value = { line: '\u001b[2J\u009b31m\u202e\\' }
  expect(JSON.parse(printable(JSON.stringify(value)))).toEqual(value)
})

it('keeps the line breaks of a text', () => {
  expect(printableLines('first\u001b[1A\nsecond')).toBe('first\\u001b[1A\nsecond')
})
