import { expect, it } from 'vitest'
import { shortenedJson } from './shortened-json.ts'

it('shortenedJson returns short values as JSON', () => {
  const value = { a: 1, b: 'text', c: null, d: [], e: {}, f: [1, 2, 3], g: { h: true } }
  expect(JSON.parse(shortenedJson(value))).toEqual(value)
})

it('shortenedJson truncates long lists and counts the elements left out', () => {
  expect(shortenedJson([{ a: 1 }, { a: 2 }, { a: 3 }, { a: 4 }])).toMatch(/"a": 2\n {2}\},\n {2}… 2 more\n\]$/)
})

it('shortenedJson writes a short list of plain values on one line', () => {
  expect(shortenedJson({ tags: ['a', 'b', 'c'] })).toBe('{\n  "tags": ["a", "b", "c"]\n}')
})

it('shortenedJson truncates long texts and large objects', () => {
  expect(shortenedJson('x'.repeat(500)).length).toBeLessThan(150)
  const wide = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`field_${at}`, at]))
  expect(shortenedJson(wide)).toContain('… 4 more')
})

it('shortenedJson truncates the result if it has many lines', () => {
  const field = (inside: unknown) => Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`field_${at}`, inside]))
  const lines = shortenedJson(field(field(field(1)))).split('\n')
  expect([lines.length, lines.at(-1)]).toEqual([301, '… 8542 more lines'])
})
