import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Row } from '../rows.ts'
import { readSample, rowsOf, type ReadBundle } from '../test/read-sample.ts'

const [first, second, ptr, last] = await readSample('full')
const steps: [string, ReadBundle, ReadBundle, number, number][] = [
  ['main 1.1', second, first, 0.05, 0.07],
  ['ptr 1.2', ptr, second, 0.02, 0.04],
  ['main 1.2', last, second, 0.03, 0.05],
]

function changesOf(bundle: ReadBundle, parent: ReadBundle, resource: string) {
  const before = parent.tables[resource] ?? new Map<string, Row>()
  const after = bundle.tables[resource] ?? new Map<string, Row>()
  const keys = [...after.keys()]
  return {
    added: keys.filter((key) => !before.has(key)).length,
    removed: [...before.keys()].filter((key) => !after.has(key)).length,
    changed: keys.filter((key) => before.has(key) && JSON.stringify(before.get(key)) !== JSON.stringify(after.get(key)))
      .length,
  }
}

describe.each(steps)('%s', (_name, bundle, parent, low, high) => {
  const changes = Object.keys(bundle.tables).map((resource) => ({ resource, ...changesOf(bundle, parent, resource) }))
  const isTouched = ({ added, removed, changed }: (typeof changes)[number]): boolean => added + removed + changed > 0

  it(`changes ${low * 100} to ${high * 100} % of the rows`, () => {
    const total = Object.keys(parent.tables).reduce((sum, resource) => sum + rowsOf(parent, resource).length, 0)
    const share = changes.reduce((sum, { added, removed, changed }) => sum + added + removed + changed, 0) / total
    expect(share).toBeGreaterThan(low)
    expect(share).toBeLessThan(high)
  })

  it('contains only changed files', () => {
    const touched = changes.filter(isTouched).map(({ resource }) => `${resource}.ndjson`)
    const present = bundle.files.filter((file) => file.endsWith('.ndjson'))
    expect(present.sort()).toEqual(touched.sort())
    expect(present.length).toBeLessThan(Object.keys(bundle.tables).length / 2)
    for (const file of bundle.files.filter((name) => name.startsWith('locales/'))) {
      const parentFile = parent.files.includes(file) ? readFileSync(join(parent.folder, file), 'utf8') : undefined
      expect(readFileSync(join(bundle.folder, file), 'utf8')).not.toBe(parentFile)
    }
  })

  it('adds and rebalances items, and removes few', () => {
    const items = changesOf(bundle, parent, 'items')
    expect(items.added).toBeGreaterThan(10)
    expect(items.changed).toBeGreaterThan(100)
    expect(items.removed).toBeLessThan(10)
  })
})

it('rebalances the items of an archetype together', () => {
  const touched = new Map<unknown, Set<boolean>>()
  for (const row of rowsOf(first, 'items').filter(({ type }) => type === 'weapon')) {
    const next = second.tables.items?.get(String(row.id))
    const states = touched.get(row.archetype) ?? new Set()
    touched.set(row.archetype, states.add(JSON.stringify(next) !== JSON.stringify(row)))
  }
  const changed = [...touched.values()].filter((states) => states.has(true))
  expect(changed.length).toBeGreaterThan(3)
  expect(changed.length).toBeLessThan(0.2 * touched.size)
  expect(changed.filter((states) => states.has(false))).toEqual([])
})

it('gives rows that are read from the running game the date of each bundle', () => {
  for (const bundle of [first, second, ptr, last]) {
    const [line = ''] = readFileSync(join(bundle.folder, 'monsters.ndjson'), 'utf8').split('\n')
    expect(JSON.parse(line)).toMatchObject({ captured_at: bundle.head.released_at })
  }
})

it('leaves the new texts of the test server untranslated, and translates them for main', () => {
  const key = 'Reach_Item_MothlightWand_Description'
  expect(['en', 'ko', 'de', 'ja'].map((locale) => key in (ptr.texts[locale] ?? {}))).toEqual([true, true, false, false])
  expect(['en', 'ko', 'de', 'ja'].map((locale) => key in (last.texts[locale] ?? {}))).toEqual([true, true, true, true])
  expect(ptr.files.filter((file) => file.startsWith('locales/')).sort()).toEqual(['locales/en.json', 'locales/ko.json'])
})
