import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DataFolder, type Row } from '../../../build/test/test-bundle.ts'
import { binaryModel } from '../../../build/test/test-model.ts'
import { worldArbitrary } from '../../../build/test/test-rows.ts'
import { ParseError } from '../../api/model/values/codecs.ts'
import { columnsOf, conditionTest, type Condition, type StoredValue } from '../../api/model/conditions.ts'
import { conditionsOf, type Filter } from '../../api/model/filters.ts'
import { maxValues } from '../../api/model/values/list-codecs.ts'
import type { Values } from '../../api/model/values/params.ts'
import { canonicalId } from '../../api/model/values/raw-key.ts'
import { isImported, type Resource } from '../../api/model/resource.ts'
import { api } from '../../api/table.ts'
import { inLongForm } from '../../../scripts/test/long-form.ts'
import type { Catalog } from './catalog.ts'

const filtered = [...api.resources.values()].filter((resource) => isImported(resource) && resource.filters.length > 0)
const english: Record<string, string> = { Name_A: 'Ember BLADE of Été', Name_B: '100% sure' }
const assets: Record<string, Uint8Array> = {}

beforeAll(async () => {
  assets['assets/a.png'] = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  assets['assets/a.glb'] = binaryModel('{"asset":{"version":"2.0"}}')
})

/** The value of a column in the bundle. */
function naiveValue(row: Row, column: string): StoredValue {
  if (column !== 'raw_key') return (row[column] ?? null) as StoredValue
  const { source_key: key, id } = row
  return typeof key === 'string' && canonicalId(key) !== id ? key : null
}

const matches = (row: Row, condition: Condition) =>
  columnsOf(condition).some((column) => {
    const value = naiveValue(row, column)
    return conditionTest(condition)(
      condition.localized && typeof value === 'string' ? (english[value] ?? value) : value,
    )
  })

const keyOf = ({ key }: Resource, row: Row) => key.map((name) => String(row[name])).join(' ')
const bytewise = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** Values for a filter: values of its columns, parts of them, and others. */
function textsFor(filter: Filter, rows: readonly Row[]): string[] {
  const held = rows.flatMap((row) => columnsOf(filter).flatMap((column) => [naiveValue(row, column)].flat()))
  const given = held.filter((value) => value !== null && value !== '').map(String)
  const parts = given.flatMap((text) => [text.toUpperCase(), text.slice(1, 4)])
  const known = Object.values(english).map((text) => text.slice(2, 9).toLowerCase())
  return [...new Set([...given, ...parts, ...known, 'true', 'false', '0', '5', 'nobody', '%', '_'])].filter(
    (text) => text !== '',
  )
}

/** Random values for some of a resource's filters. */
function valuesArbitrary(resource: Resource, rows: readonly Row[]): fc.Arbitrary<Values> {
  const params = resource.filters.flatMap((filter) => {
    const values = textsFor(filter, rows)
      .map((text) => filter.codec.read(text))
      .filter((value) => !(value instanceof ParseError))
    return values.length === 0 ? [] : [[filter.param, fc.constantFrom(...values)] as const]
  })
  const some = fc.subarray(params, { minLength: Math.min(1, params.length), maxLength: Math.min(3, params.length) })
  return some.chain((chosen) => fc.record(Object.fromEntries(chosen))) as fc.Arbitrary<Values>
}

/** Returns the number of selected rows. */
function expectAgreement(
  catalog: Catalog,
  resource: Resource,
  rows: readonly Row[],
  values: Values,
  at: number,
): number {
  const conditions = conditionsOf(resource.filters, values)
  const texts = catalog.texts(1, 'en')
  const wanted = rows
    .filter((row) => conditions.every((condition) => matches(row, condition)))
    .map((row) => keyOf(resource, row))
    .sort(bytewise)
  for (const descending of [false, true]) {
    const window = { offset: at % 7, limit: 1 + (at % 11), descending }
    const { rows: found, total } = catalog.page(resource, 1, { conditions, texts }, window)
    const ordered = descending ? wanted.toReversed() : wanted
    expect(found.map(({ text }) => keyOf(resource, JSON.parse(text) as Row))).toEqual(
      ordered.slice(window.offset, window.offset + window.limit),
    )
    expect(total).toBe(wanted.length)
  }
  return wanted.length
}

type World = Readonly<Record<string, unknown>>

/** Reads catalogs of random rows of all resources that have filters. */
const eachWorld = (numRuns: number, read: (catalog: Catalog, world: World, seed: number) => void) =>
  fc.assert(
    fc.asyncProperty(
      worldArbitrary(
        api,
        40,
        filtered.map(({ name }) => name),
      ),
      fc.integer(),
      async (world, seed) => {
        const folder = new DataFolder()
        try {
          await folder.import('1', { ...world, ...assets, 'locales/en.json': english })
          folder.read((catalog) => read(catalog, world, seed))
        } finally {
          folder.close()
        }
      },
    ),
    { numRuns },
  )

describe('filters select the same rows as testing every row', () => {
  it('for every resource and any combination of its filters, page by page, in both orders', async () => {
    const worlds = inLongForm(5, 2)
    let requests = 0
    let telling = 0
    await eachWorld(worlds, (catalog, world, seed) => {
      for (const resource of filtered) {
        const rows = world[resource.name] as Row[]
        const requested = fc.sample(valuesArbitrary(resource, rows), { numRuns: 60, seed })
        const counts = requested.map((values, at) => expectAgreement(catalog, resource, rows, values, at))
        requests += counts.length
        telling += counts.filter((count) => count > 0 && count < rows.length).length
      }
    })
    expect(requests).toBe(worlds * 60 * filtered.length)
    expect(telling, 'selections of some rows, but not of all').toBeGreaterThan(0.05 * requests)
  })
})

describe('filters with several values', () => {
  it('select the union of the rows of each value, for every filter that takes several', async () => {
    let united = 0
    await eachWorld(3, (catalog) => {
      for (const resource of filtered)
        for (const filter of resource.filters.filter(({ operator }) => operator === 'oneOf'))
          for (const step of [1, 2, 3]) united += expectUnion(catalog, resource, filter, step)
    })
    expect(united).toBeGreaterThan(0)
  })

  /** Compares the union for every nth value. Returns the number of rows that they select. */
  function expectUnion(catalog: Catalog, resource: Resource, filter: Filter, step: number): number {
    const window = { offset: 0, limit: 1000, descending: false }
    const found = (value?: string) => {
      const conditions = conditionsOf([filter], { [filter.param]: value })
      const { rows } = catalog.page(resource, 1, { conditions, texts: undefined }, window)
      return rows.map(({ text }) => text)
    }
    const stored = found().flatMap((text) => [(JSON.parse(text) as Row)[filter.column] ?? []].flat())
    const slugs = [...new Set(['nobody', ...stored.map(String)])].filter((slug) => slug !== '' && !slug.includes(','))
    const some = slugs.filter((_slug, at) => at % step === 0).slice(0, maxValues)
    const each = new Set(some.flatMap(found))
    expect(found(String(filter.codec.read(some.join(','))))).toEqual(found().filter((text) => each.has(text)))
    return each.size
  }
})

describe('filters of the list of patches', () => {
  it('select the same patches as testing every patch', async () => {
    const folder = new DataFolder()
    try {
      const heads = [1, 2, 3, 4, 5].map((version) => ({
        branch: version % 2 ? 'main' : 'test',
        version: String(version),
      }))
      await folder.importAll(heads.map((head) => folder.write(head)))
      expect(folder.list('/v2/patches').map(({ id }) => id)).toEqual([1, 3, 5])
      expect(folder.list('/v2/patches?branch=test').map(({ id }) => id)).toEqual([2, 4])
      expect(folder.list('/v2/patches?parent_patch_id=3').map(({ id }) => id)).toEqual([5])
      expect(folder.list('/v2/patches?version=4&branch=test').map(({ id }) => id)).toEqual([4])
    } finally {
      folder.close()
    }
  })
})

describe('the meaning of filters', () => {
  let folder: DataFolder
  const item = (slug: string, more: Row): Row => ({ id: `id.item.${slug}`, ...more })
  const ids = (query: string) => folder.list(`/v2/items?${query}`).map(({ id }) => String(id).slice('id.item.'.length))

  beforeAll(async () => {
    folder = new DataFolder()
    await folder.import('1', {
      items: [
        item('a', {
          name: 'Name_A',
          gear_score: 10,
          required_class: ['scout', 'bard'],
          effect: 'Heals',
          rarity: 'rare',
        }),
        item('b', { name: 'Name_B', gear_score: 20, required_class: ['id.player_character.bard'], rarity: 'odd_one' }),
        item('c', { name: '50%_off [x]', gear_score: 0, required_class: [] }),
        item('d', { name: "ÉPÉE d'Été", source_key: 'Weird Key' }),
        item('e', { gear_score: -5, source_key: 'Id_Item_E' }),
      ],
      'locales/en.json': { Name_A: 'Ember Blade', Name_B: 'Frost Blade' },
      'locales/de.json': { Name_A: 'Glutklinge' },
    })
  })
  afterAll(() => folder.close())

  it.each([
    ['min_gear_score=10', ['a', 'b']],
    ['max_gear_score=10', ['a', 'c', 'e']],
    ['min_gear_score=0&max_gear_score=10', ['a', 'c']],
    ['min_gear_score=21', []],
    ['required_class=bard', ['a', 'b']],
    ['required_class=Id_PlayerCharacter_Bard', ['a', 'b']],
    ['required_class=id.player_character.scout', ['a']],
    ['has_effect=true', ['a']],
    ['has_effect=false', ['b', 'c', 'd', 'e']],
    ['rarity=odd_one', ['b']],
    ['rarity=epic', []],
    ['rarity=odd_one,rare', ['a', 'b']],
    ['rarity=epic,rare', ['a']],
    ['rarity=epic,rare,odd_one&min_gear_score=15', ['b']],
    ['id=Id_Item_A', ['a']],
    ['id=Weird%20Key', ['d']],
    ['id=Id_Item_E', ['e']],
    ['name=blade', ['a', 'b']],
    ['name=BLADE&rarity=rare', ['a']],
    ['name=blade&locale=de', ['b']],
    ['name=klinge&locale=de', ['a']],
    ['name=Name_', []],
    ['name=%25_off', ['c']],
    ['name=%25', ['c']],
    ['name=_', ['c']],
    ['name=[x]', ['c']],
    ['name=%C3%A9p%C3%A9e', ['d']],
    ["name='", ['d']],
  ])('%s selects %j', (query, expected) => {
    expect(ids(query)).toEqual(expected)
  })
})
