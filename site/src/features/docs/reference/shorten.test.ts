import { expect, it } from 'vitest'
import { shortened } from './shorten.ts'

it('writes what is short as JSON', () => {
  const value = { a: 1, b: 'text', c: null, d: [], e: {}, f: [1, 2, 3], g: { h: true } }
  expect(JSON.parse(shortened(value))).toEqual(value)
})

it('cuts long lists, and says how many are left out', () => {
  expect(shortened([{ a: 1 }, { a: 2 }, { a: 3 }, { a: 4 }])).toMatch(/"a": 2\n {2}\},\n {2}… 2 more\n\]$/)
})

it('keeps a short list of plain values on its line', () => {
  expect(shortened({ tags: ['a', 'b', 'c'] })).toBe('{\n  "tags": ["a", "b", "c"]\n}')
})

it('cuts long texts and wide objects', () => {
  expect(shortened('x'.repeat(500)).length).toBeLessThan(150)
  const wide = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`field_${at}`, at]))
  expect(shortened(wide)).toContain('… 4 more')
})

it('cuts what has many lines', () => {
  const field = (inside: unknown) => Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`field_${at}`, inside]))
  const lines = shortened(field(field(field(1)))).split('\n')
  expect([lines.length, lines.at(-1)]).toEqual([301, '… 8542 more lines'])
})
