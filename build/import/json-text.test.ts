import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonField, jsonObject, jsonPrefix } from './json-text.ts'

const objectOf = (fields: readonly (readonly [string, unknown])[]) =>
  jsonObject(fields.map(([name, value]) => jsonField(jsonPrefix(name), value)).join(''))

describe('the text of an object', () => {
  it('is what JSON.stringify writes', () => {
    const strings = fc.string({ unit: 'binary' })
    const numbers = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -0, 1e21, 1e-7, Infinity, -Infinity, NaN))
    const names = fc.oneof(fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]*$/), strings).filter((name) => !/^\d/.test(name))
    const values = fc.oneof(strings, numbers, fc.boolean(), fc.constant(null), fc.jsonValue())
    const fields = fc.uniqueArray(fc.tuple(names, values), { selector: ([name]) => name })
    fc.assert(fc.property(fields, (given) => objectOf(given) === JSON.stringify(Object.fromEntries(given))))
  })

  it.each(['"', '\\', '\n', '\u0000', '\u001f', '\u007f', '\u2028', '\ud800', '\udc00x', '\u{1f409}', 'é', ''])(
    'escapes %j as JSON.stringify does',
    (text) => expect(objectOf([['name', text]])).toBe(JSON.stringify({ name: text })),
  )

  it('is empty without fields', () => {
    expect(jsonObject('')).toBe('{}')
  })
})
