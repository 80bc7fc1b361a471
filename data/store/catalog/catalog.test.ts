import { rmSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DataFolder, type Content, type Row } from '../../../build/test/test-bundle.ts'
import { rowsArbitrary } from '../../../build/test/test-rows.ts'
import type { Resource } from '../../api/model/resource.ts'
import { api } from '../../api/table.ts'
import type { Locale } from '../../api/model/values/locales.ts'
import { Caches } from '../cache/caches.ts'
import { Catalog } from './catalog.ts'
import { etagOf, hashFile, sha256 } from '../files/etag.ts'
import { readIndex, readManifest } from '../files/tree.ts'

const resourceOf = (name: string) => api.resources.get(name) as Resource
const items = resourceOf('items')
const anything = { conditions: [], texts: undefined }

let folder: DataFolder

beforeAll(async () => {
  folder = new DataFolder()
  await folder.import('1', {
    items: [
      {
        id: 'id.item.ash',
        source_key: 'Id_Item_Ash',
        name: 'Name_Ash',
        rarity: 'rare',
        required_class: ['bard', 'scout'],
      },
      { id: 'id.item.bone', source_key: 'DesignData:Bone', name: 'Name_Bone', rarity: 'rare', zeal: 3 },
      { id: 'id.item.coal', source_key: 'DesignData:Bone', rarity: 'epic', required_class: ['scout'] },
      { id: 'id.item.dust', source_key: 'Id_Item_Ember', primary_min_armor: 2, primary_max_armor: 4 },
    ],
    perks: [{ id: 'id.perk.p', name: 'P', classes: ['id.player_character.bard'] }],
    loot_tables: [
      { id: 'id.loot_table.l', source_key: 'LT_Odd', type: 'rare', entries: [{ item_id: 'id.item.ash', weight: 1 }] },
    ],
    spawners: [{ id: 'id.spawner.s', source_key: 'Raw_1' }],
    'locales/en.json': { Name_Ash: 'Ash', Name_Bone: 'Bone' },
    'locales/de.json': { Name_Ash: 'Asche', Only_De: 'Nur' },
  })
})
afterAll(() => folder.close())

it('a column is read once, however many requests wait for it', async () => {
  // Makes each step a slice of its own, as if there were many rows.
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000))
  const selection = { conditions: [{ column: 'rarity', operator: 'equal' as const, value: 'rare' }], texts: undefined }
  const held = await Promise.all(
    [1, 4].map(async (requests) => {
      const catalog = new Catalog(folder.catalogPath, api)
      await Promise.all(Array.from({ length: requests }, async () => catalog.prepare(items, 1, selection)))
      const { columns } = catalog.caches.usedBytes()
      catalog.close()
      return columns
    }),
  )
  clock.mockRestore()
  expect(held[1]).toBe(held[0])
})

it('only sets of rows for values that occur are cached', () => {
  const catalog = new Catalog(folder.catalogPath, api)
  const heldAfter = (value: string) => {
    const conditions = [{ column: 'rarity', operator: 'equal' as const, value }]
    catalog.page(items, 1, { conditions, texts: undefined }, { offset: 0, limit: 1, descending: false })
    return catalog.caches.usedBytes().columns ?? 0
  }
  const held = heldAfter('none')
  for (let nth = 0; nth < 20; nth += 1) expect(heldAfter(`none ${nth}`)).toBe(held)
  const more = heldAfter('rare')
  expect(more).toBeGreaterThan(held)
  expect(heldAfter('rare')).toBe(more)
  catalog.close()
})

describe('a page', () => {
  const read = (offset: number, limit: number, descending: boolean) =>
    folder.read((catalog) => {
      const { rows, total } = catalog.page(items, 1, anything, { offset, limit, descending })
      return { slugs: rows.map(({ text }) => (JSON.parse(text) as { id: string }).id.slice(8)), total }
    })

  it.each([
    [0, 2, false, ['ash', 'bone']],
    [2, 2, false, ['coal', 'dust']],
    [3, 2, false, ['dust']],
    [4, 2, false, []],
    [100, 2, false, []],
    [0, 3, true, ['dust', 'coal', 'bone']],
    [3, 3, true, ['ash']],
    [4, 3, true, []],
    [0, Infinity, false, ['ash', 'bone', 'coal', 'dust']],
    [0, 0, false, []],
  ])('from %d, %d rows, descending %s, is %j', (offset, limit, descending, slugs) => {
    expect(read(offset, limit, descending)).toEqual({ slugs, total: 4 })
  })

  it('of an unknown patch is empty', () => {
    folder.read((catalog) => {
      expect(catalog.page(items, 99, anything, { offset: 0, limit: 5, descending: false })).toEqual({
        rows: [],
        total: 0,
      })
    })
  })
})

describe('one row', () => {
  const positionOf = (id: string, name = 'items') =>
    folder.read((catalog) => catalog.row(resourceOf(name), 1, id)?.position)

  it.each([
    ['id.item.ash', 1],
    ['Id_Item_Ash', 1],
    ['DesignData:Bone', 2],
    ['id.item.coal', 3],
    ['Id_Item_Dust', 4],
    ['Id_Item_Ember', 4],
    ['id.item.none', undefined],
    ["' OR 1 --", undefined],
    ['', undefined],
  ])('is found as %s at position %s', (id, position) => {
    expect(positionOf(id)).toBe(position)
  })

  it('is found by the kind of key that its resource has', () => {
    expect(positionOf('LT_L', 'loot_tables')).toBe(1)
    expect(positionOf('LT_Odd', 'loot_tables')).toBe(1)
    expect(positionOf('Raw_1', 'spawners')).toBe(1)
    expect(positionOf('1', 'patches')).toBeUndefined()
    expect(folder.read((catalog) => catalog.row(resourceOf('patches'), 0, '1')?.position)).toBe(1)
    for (const spelling of ['0x1', '1e0', ' 1', '01', '1.0', '+1', ''])
      expect(
        folder.read((catalog) => catalog.row(resourceOf('patches'), 0, spelling)),
        spelling,
      ).toBeUndefined()
  })
})

describe('a raw key that several rows have', () => {
  const spawners = resourceOf('spawners')
  const idOf = (given: string) =>
    shared.read((catalog) => JSON.parse(catalog.row(spawners, 1, given)?.text ?? '{}') as { id?: string }).id
  let shared: DataFolder
  beforeAll(async () => {
    shared = new DataFolder()
    await shared.import('1', {
      spawners: [
        { id: 'id.spawner.goblin', source_key: 'Id_Spawner_Goblin' },
        { id: 'id.spawner.goblin_of_the_fen', source_key: 'Id_Spawner_Goblin' },
        { id: 'id.spawner.other', source_key: 'id.spawner.goblin' },
        { id: 'id.spawner.wight', source_key: 'Old_Wight' },
        { id: 'id.spawner.wight_of_the_fen', source_key: 'Id_Spawner_Wight' },
      ],
    })
  })
  afterAll(() => shared.close())

  it.each([
    ['Id_Spawner_Goblin', 'id.spawner.goblin'],
    ['id.spawner.goblin', 'id.spawner.goblin'],
    ['id.spawner.other', 'id.spawner.other'],
    ['Id_Spawner_Wight', 'id.spawner.wight_of_the_fen'],
    ['Old_Wight', 'id.spawner.wight'],
  ])(
    '%s names %s: ids take precedence over raw keys, and the row whose id follows by rule over others',
    (given, id) => {
      expect(idOf(given)).toBe(id)
    },
  )

  it('is an alias only if the id does not follow from it by rule', () => {
    shared.read((catalog) =>
      expect(catalog.aliases(spawners, 1)).toEqual({
        Id_Spawner_Wight: 'id.spawner.wight_of_the_fen',
        Old_Wight: 'id.spawner.wight',
      }),
    )
  })
})

describe('aliases', () => {
  it('map raw keys from which the id does not follow by rule to their first rows', () => {
    folder.read((catalog) => {
      expect(catalog.aliases(items, 1)).toEqual({ 'DesignData:Bone': 'id.item.bone', Id_Item_Ember: 'id.item.dust' })
      expect(catalog.aliases(resourceOf('perks'), 1)).toEqual({})
    })
  })

  it('agree with the rows that are found by them', () => {
    folder.read((catalog) => {
      for (const [alias, id] of Object.entries(catalog.aliases(items, 1))) {
        expect(JSON.parse(catalog.row(items, 1, alias)?.text ?? '{}')).toMatchObject({ id })
      }
    })
  })
})

describe('texts', () => {
  it('fall back to English, then to undefined', () => {
    folder.read((catalog) => {
      const german = catalog.texts(1, 'de')
      expect(['Name_Ash', 'Only_De', 'Name_Bone', 'Nobody'].map((key) => german?.get(key))).toEqual([
        'Asche',
        'Nur',
        'Bone',
        undefined,
      ])
      expect(catalog.texts(1, 'fr')?.get('Name_Ash')).toBe('Ash')
      expect(catalog.texts(1, 'en')?.get('Only_De')).toBeUndefined()
      expect(catalog.texts(2, 'en')).toBeUndefined()
    })
  })

  it('fall back to English, then to the key, if a translation is empty, as untranslated texts of gettext are', async () => {
    const other = new DataFolder()
    await other.import('1', {
      'locales/en.json': { Name_Ash: 'Ash', Name_Silent: '' },
      'locales/de.json': { Name_Ash: '', Name_Silent: 'x', 'Bog Wight': '' },
    })
    other.read((catalog) => {
      const keys = ['Name_Ash', 'Name_Silent', 'Bog Wight']
      expect(keys.map((key) => catalog.texts(1, 'de')?.get(key))).toEqual(['Ash', 'x', undefined])
      expect(keys.map((key) => catalog.texts(1, 'en')?.get(key))).toEqual(['Ash', '', undefined])
      expect(catalog.languages.all(1, 'de')?.get('Name_Ash')).toBe('Ash')
    })
    other.close()
  })

  it('are read in steps before they are needed, each file once', async () => {
    // Makes each step a slice of its own, as if there were many texts.
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000))
    const catalog = new Catalog(folder.catalogPath, api)
    const locales: Locale[] = ['de', 'en', 'fr']
    const waiting = locales.flatMap((locale) => catalog.prepareTexts(1, locale) ?? [])
    expect(waiting).toHaveLength(locales.length)
    await Promise.all(waiting)
    clock.mockRestore()
    expect(locales.map((locale) => catalog.prepareTexts(1, locale))).toEqual(locales.map(() => undefined))
    expect(catalog.prepareTexts(2, 'de')).toBeUndefined()
    expect(catalog.texts(1, 'de')?.get('Name_Ash')).toBe('Asche')
    catalog.close()
  })

  it('are read once for a request that prepared them, even if the cache has no room for them', async () => {
    const catalog = new Catalog(folder.catalogPath, api, { caches: new Caches(0.001) })
    const parse = vi.spyOn(JSON, 'parse')
    await catalog.prepareTexts(1, 'de')
    expect(catalog.texts(1, 'de')?.get('Name_Bone')).toBe('Bone')
    expect(parse).toHaveBeenCalledTimes(2)
    parse.mockRestore()
    expect(catalog.caches.usedBytes().texts).toBe(0)
    catalog.close()
  })

  it('are distinguished from English fallbacks', () => {
    folder.read((catalog) => {
      const shown = ['Asche', 'Bone', 'Name_Ash', 'Nobody']
      expect(shown.map((text) => catalog.isTranslated(1, 'de', text))).toEqual([true, false, false, false])
      expect(catalog.isTranslated(1, 'fr', 'Ash')).toBe(false)
    })
  })

  it('of a language are found without an English file', async () => {
    const other = new DataFolder()
    await other.import('1', { 'locales/ja.json': { A: 'あ' } })
    other.read((catalog) => {
      expect(catalog.texts(1, 'ja')?.get('A')).toBe('あ')
      expect(catalog.texts(1, 'de')).toBeUndefined()
    })
    other.close()
  })
})

describe('condense=false', () => {
  it('returns every column that is declared or occurs in the patch, in a fixed order, with null for missing values', () => {
    const rows = folder.list('/v2/items?condense=false')
    const [names = []] = rows.map((row) => Object.keys(row))
    for (const row of rows) expect(Object.keys(row)).toEqual(names)
    expect(names).toEqual(
      expect.arrayContaining(['icon_url', 'gear_score', 'zeal', 'primary_min_armor', 'cursor', 'patch_id']),
    )
    expect(names).not.toContain('icon')
    expect(names.some((name) => name.includes('*'))).toBe(false)
    expect(rows[0]).toMatchObject({ zeal: null, icon_url: null, rarity: 'rare', cursor: 1 })
    expect(rows[1]).toMatchObject({ zeal: 3, primary_min_armor: null })
  })

  it('differs from the condensed row only by nulls', () => {
    for (const path of ['/v2/items', '/v2/perks', '/v2/loot-tables', '/v2/patches']) {
      const withoutNulls = (row: Row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
      expect(folder.list(`${path}?condense=false`).map(withoutNulls)).toEqual(folder.list(path))
    }
  })

  it('keeps the columns of a file that is carried over', async () => {
    const other = new DataFolder()
    await other.import('1', { items: [{ id: 'id.item.a', zeal: 1 }] })
    await other.import('2')
    expect(other.list('/v2/items?condense=false')[0]).toHaveProperty('zeal', 1)
    other.close()
  })
})

describe('facets', () => {
  const countIn = (rows: readonly Row[], column: string) => {
    const counts = new Map<string, number>()
    for (const slug of rows.flatMap((row) => [row[column]].flat()))
      if (typeof slug === 'string') counts.set(slug, (counts.get(slug) ?? 0) + 1)
    return Object.fromEntries(counts)
  }

  it('have the same counts as a naive count, for items, perks and loot tables', () =>
    fc.assert(
      fc.asyncProperty(
        rowsArbitrary(items, 25).map((rows) => rows.map((row) => ({ ...row, icon: null }))),
        rowsArbitrary(resourceOf('loot_tables'), 10),
        async (itemRows, tableRows) => {
          const other = new DataFolder()
          try {
            await other.import('1', { items: itemRows, loot_tables: tableRows })
            const facets = other.read((catalog) => catalog.facets(1))
            const counted = (name: string) =>
              Object.fromEntries(Object.entries(facets[name] ?? {}).map(([slug, { count }]) => [slug, count]))
            for (const column of ['rarity', 'type', 'slot_type', 'required_class'])
              expect(counted(column)).toEqual(countIn(itemRows, column))
            expect(counted('loot_tables.type')).toEqual(countIn(tableRows, 'type'))
          } finally {
            other.close()
          }
        },
      ),
      { numRuns: 8 },
    ))

  it('keep the labels and the order of facets.json, and label other slugs in words', async () => {
    const other = new DataFolder()
    await other.import('1', {
      items: [
        { id: 'id.item.a', rarity: 'very_rare' },
        { id: 'id.item.b', type: 'Type.Item.OneHanded' },
      ],
      loot_tables: [{ id: 'id.loot_table.a', type: 'boss' }],
      'facets.json': {
        rarity: { odd: 'Odd', common: 'Label_Common' },
        'loot_tables.type': { boss: 'The boss' },
        zeal: { x: 'X' },
      },
      'locales/en.json': { Label_Common: 'Common' },
    })
    expect(other.get('/v2/facets?counts=true')).toEqual({
      rarity: {
        odd: { label: 'Odd', count: 0 },
        common: { label: 'Common', count: 0 },
        very_rare: { label: 'Very Rare', count: 1 },
      },
      type: { 'Type.Item.OneHanded': { label: 'OneHanded', count: 1 } },
      'loot_tables.type': { boss: { label: 'The boss', count: 1 } },
      zeal: { x: { label: 'X', count: 0 } },
    })
    other.close()
  })

  it('label the keys of objects, and count the rows that have them', async () => {
    const other = new DataFolder()
    await other.import('1', {
      monsters: [
        { id: 'id.monster.a', resistances: { frost: 25, fire: -20 } },
        { id: 'id.monster.b', resistances: { frost: 0 } },
        { id: 'id.monster.c' },
      ],
      'facets.json': { 'monsters.resistances': { frost: 'Label_Frost', hymn: 'Hymn' } },
      'locales/en.json': { Label_Frost: 'Frost' },
    })
    expect(other.get('/v2/facets?counts=true')).toEqual({
      'monsters.resistances': {
        frost: { label: 'Frost', count: 2 },
        hymn: { label: 'Hymn', count: 0 },
        fire: { label: 'Fire', count: 1 },
      },
    })
    other.close()
  })

  it('may have slugs that are names of properties of every object', async () => {
    const other = new DataFolder()
    const slugs = ['constructor', '__proto__', 'toString']
    await other.import('1', { items: slugs.map((rarity, nth) => ({ id: `id.item.a_${nth}`, rarity })) })
    const bodies = ['/v2/facets', '/v2/facets?counts=true'].map((target) => other.get(target).rarity as object)
    for (const body of bodies) expect(Object.keys(body).sort()).toEqual([...slugs].sort())
    expect(Object.values(bodies[0] ?? {}).sort()).toEqual(['  Proto  ', 'Constructor', 'ToString'])
    other.close()
  })
})

describe('the state of a catalog', () => {
  it('changes with every import that changes the content, and only then', async () => {
    const other = new DataFolder()
    const state = () => other.read((catalog) => catalog.state)
    const states: string[] = []
    const contents: Content[] = [{ items: [] }, { items: [] }, { perks: [] }]
    for (const content of contents) states.push(await other.import(String(states.length), content).then(state))
    expect(new Set(states).size).toBe(3)
    await other.import('2', { perks: [] })
    expect(state()).toBe(states[2])
    await other.import('2', { maps: [] }, { replace: true })
    expect(states).not.toContain(state())
    other.close()
  })

  it('does not change in a catalog that is open during an import', async () => {
    const other = new DataFolder()
    await other.import('1', { items: [{ id: 'id.item.a' }] })
    const catalog = new Catalog(other.catalogPath, api)
    const before = catalog.state
    await other.import('1', { items: [{ id: 'id.item.b' }] }, { replace: true, acceptAnomalies: true })
    expect(catalog.state).toBe(before)
    expect(catalog.row(items, 1, 'id.item.a')?.position).toBe(1)
    expect(catalog.row(items, 1, 'id.item.b')).toBeUndefined()
    catalog.close()
    expect(() => catalog.check()).toThrow()
    other.close()
  })
})

describe('hashes', () => {
  it('of files and texts are equal', async () => {
    const path = folder.beside('hello')
    writeFileSync(path, 'hello')
    expect(await hashFile(path)).toBe(sha256('hello'))
    expect(sha256('hello')).toBe('2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824')
    rmSync(path)
  })

  it('make strong ETags that differ if one byte does', () => {
    expect(etagOf('{"a":1}')).toMatch(/^"[\w-]{27}"$/)
    expect(etagOf('{"a":1}')).toBe(etagOf(Buffer.from('{"a":1}')))
    expect(etagOf('{"a":1}')).not.toBe(etagOf('{"a":2}'))
  })
})

describe('the tree on disk', () => {
  it('has no manifest if there is no file, or one of another format', () => {
    const other = new DataFolder()
    expect(readManifest(other.dataDir)).toBeUndefined()
    writeFileSync(`${other.dataDir}/manifest.json`, '{"format":0}')
    expect(readManifest(other.dataDir)).toBeUndefined()
    other.close()
  })

  it('has an index only if it has the hash of the manifest', async () => {
    const other = new DataFolder()
    await other.import('1')
    const hash = readManifest(other.dataDir)?.scopes['0']?.folders.patches
    expect(readIndex(other.dataDir, '_static/0/patches', hash)?.total).toBe(1)
    expect(readIndex(other.dataDir, '_static/0/patches', sha256('other'))).toBeUndefined()
    expect(readIndex(other.dataDir, '_static/0/patches', undefined)).toBeUndefined()
    expect(readIndex(other.dataDir, '_static/0/none', hash)).toBeUndefined()
    other.close()
  })
})
