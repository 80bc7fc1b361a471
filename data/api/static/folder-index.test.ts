import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ownProperty } from '../model/values/own-property.ts'
import { FolderIndexReader, formatIndex } from './folder-index.ts'
import type { FolderIndex } from './manifest.ts'

const picture = 'e5'.padEnd(64, '0')
const items: FolderIndex = {
  total: 60,
  aliases: { Old_Lantern: 'id.item.ember_lantern_5001' },
  files: { 'list/25/1': '"list"', 'row/0a/id.item.ember_lantern_5001': '"lantern"' },
  links: { icon: { 'id.item.ember_lantern_5001': picture }, model: {} },
}
const written = (index: FolderIndex) => FolderIndexReader.read(formatIndex(index))

describe('an index', () => {
  it('is JSON with a line for each entry', () => {
    const text = formatIndex(items)
    expect(JSON.parse(text)).toEqual(items)
    expect(text.split('\n')).toContain('"list/25/1":"\\"list\\"",')
  })

  it('contains what it was made from', () => {
    const index = written(items)
    expect(index?.total).toBe(60)
    expect(index?.find('aliases', 'Old_Lantern')).toBe('id.item.ember_lantern_5001')
    expect(index?.find('files', 'list/25/1')).toBe('"list"')
    expect(index?.find('files', 'list/25/2')).toBeUndefined()
    expect(index?.find('links.icon', 'id.item.ember_lantern_5001')).toBe(picture)
    expect(index?.find('links.model', 'id.item.ember_lantern_5001')).toBeUndefined()
    expect(index?.find('assets', picture)).toBeUndefined()
    expect(index?.all('files')).toEqual(items.files)
    expect(index?.all('bulk')).toEqual({})
  })

  it.each(['', '{"files":{}}', JSON.stringify(items), 'null'])('of another format is none: %s', (text) => {
    expect(FolderIndexReader.read(text)).toBeUndefined()
  })
})

/** An object without a prototype, which does not share its layout with objects of JSON.parse; see below. */
function withoutPrototype(entries: readonly (readonly [key: string, value: string])[]) {
  const made = Object.create(null) as Record<string, string>
  for (const [key, value] of entries) made[key] = value
  return made
}

describe('any entry', () => {
  const key = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 4 }),
    fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', ':', '{', '}', ',', ' ', '1') }),
    fc.constantFrom('__proto__', 'constructor', '7', '07', 'links', 'files', '\ud800', '\u2028'),
  )
  const indexOf = (entries: fc.Arbitrary<Readonly<Record<string, string>>>) =>
    fc.record({
      total: fc.option(fc.nat()),
      aliases: entries,
      files: entries,
      ...{ assets: entries, bulk: entries },
      links: fc.dictionary(fc.constantFrom('icon', 'files', 'model'), entries, { noNullPrototype: true }),
    })
  const sections = ['aliases', 'files', 'assets', 'bulk'] as const
  const index = indexOf(fc.array(fc.tuple(key, key)).map(withoutPrototype))

  it('is found, and nothing else is', () => {
    fc.assert(
      fc.property(index, fc.array(key), (given, others) => {
        const reader = written(given)
        expect(reader?.total).toBe(given.total)
        for (const name of sections)
          for (const one of [...Object.keys(given[name]), ...others])
            expect(reader?.find(name, one)).toBe(ownProperty(given[name], one))
        for (const [column, links] of Object.entries(given.links))
          for (const one of [...Object.keys(links), ...others])
            expect(reader?.find(`links.${column}`, one)).toBe(ownProperty(links, one))
      }),
      { numRuns: 500 },
    )
  })

  // After an object with a backslash in a key, V8 14.6 may parse other keys with escapes wrongly: '{"\\"a":1}' as `\\"`.
  it('is in the result of `all`', () => {
    const plain = key.filter((one) => !one.includes('\\'))
    const property = fc.property(indexOf(fc.dictionary(plain, key, { noNullPrototype: true })), (given) => {
      for (const name of sections) expect(written(given)?.all(name)).toEqual(given[name])
    })
    fc.assert(property, { numRuns: 500 })
  })
})
