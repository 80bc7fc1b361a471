import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Resource } from '../../data/api/model/resource.ts'
import { ScopeRowsReader } from '../../data/store/catalog/rows/scope-rows-table.ts'
import { DataFolder, type Row } from '../test/test-bundle.ts'

let folder: DataFolder

beforeEach(() => {
  folder = new DataFolder()
})
afterEach(() => folder.close())

function inCatalog<T>(read: (db: Database.Database) => T): T {
  const db = new Database(folder.catalogPath, { readonly: true })
  try {
    return read(db)
  } finally {
    db.close()
  }
}

/** A single value from the tables of the catalog. */
const count = (sql: string) => inCatalog((db) => db.prepare(sql).pluck().get() as number)
const resourceOf = (name: string) => folder.read((catalog) => catalog.resource(name)) as Resource
const rowsAt = (scope: number, resource: string) =>
  inCatalog((db) => new ScopeRowsReader(db).read(resourceOf(resource), scope))

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)
const item = (slug: string, more: Row = {}): Row => ({ id: `id.item.${slug}`, ...more })
const perk = (slug: string, more: Row = {}): Row => ({ id: `id.perk.${slug}`, ...more })
const onBranch = (branch: string, version: string, parent?: Row): Row => ({
  branch,
  version,
  ...(parent && { parent }),
})

describe('a first import', () => {
  it('reports its patch and its rows, and nothing else', async () => {
    expect(await folder.import('1', { items: [item('b'), item('a')], perks: [] })).toMatchObject({
      outcome: 'imported',
      patchId: 1,
      branch: 'main',
      version: '1',
      rows: { items: 2, perks: 0 },
      unknownColumns: {},
      dangling: [],
      anomalies: [],
    })
  })

  it('completes fields that patch.json leaves out', async () => {
    await folder.import('1')
    await folder.import({
      branch: 'main',
      version: '2',
      version_raw: '2-raw',
      display_name: 'Two',
      released_at: '2026-02-01T00:00:00Z',
      notes: 'New things',
    })
    const [first, second] = folder.list('/v2/patches?condense=false')
    expect(first).toMatchObject({
      id: 1,
      version_raw: '1',
      display_name: '1',
      released_at: null,
      notes: null,
      parent_patch_id: null,
      changelog_url: null,
      is_current: false,
      imported_at: '2026-01-01T12:00:00.000Z',
    })
    expect(second).toMatchObject({
      id: 2,
      version_raw: '2-raw',
      display_name: 'Two',
      released_at: '2026-02-01T00:00:00Z',
      notes: 'New things',
      parent_patch_id: 1,
      is_current: true,
      imported_at: '2026-01-01T12:01:00.000Z',
    })
  })

  it.each([
    ['2026-02-01T09:00:00', '2026-02-01T09:00:00Z'],
    ['2026-02-01T09:00:00+02:00', '2026-02-01T09:00:00+02:00'],
  ])('shows that a patch was released at %s as %s', async (released_at, displayed) => {
    await folder.import({ branch: 'main', version: '1', released_at })
    expect(folder.list('/v2/patches')[0]).toMatchObject({ released_at: displayed })
    expect(folder.read((catalog) => catalog.patches.all[0]?.released_at)).toBe(displayed)
  })

  it('puts rows in the bytewise order of their ids and numbers them', async () => {
    const slugs = ['b', 'a_2', 'a-1', 'a.9', 'a', 'a10', 'a1', 'zz', '0', '_']
    await folder.import('1', { items: slugs.map((slug) => item(slug)) })
    const sorted = slugs.map((slug) => `id.item.${slug}`).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    const rows = folder.list('/v2/items')
    expect(idsOf(rows)).toEqual(sorted)
    expect(rows.map(({ cursor }) => cursor)).toEqual(sorted.map((_id, at) => at + 1))
  })
})

describe('what a row holds', () => {
  it('is the same with explicit nulls as without', async () => {
    await folder.import('1', { items: [item('a', { name: 'A' }), item('b', { name: 'B' })] })
    const nulls = { rarity: null, gear_score: null, effect: null, primary_min_armor: null, colour: null, icon: null }
    const given = [item('a', { name: 'A', ...nulls }), item('b', { name: 'B', patch_id: null })]
    const { unknownColumns } = await folder.import('2', { items: given })
    expect(unknownColumns).toEqual({})
    expect(folder.row('/v2/items/id.item.a')).toEqual({ id: 'id.item.a', name: 'A', cursor: 1, patch_id: 2 })
    expect(count('SELECT count(*) FROM bodies JOIN search_items USING (body_id)')).toBe(2)
  })

  it('does not depend on the order of its columns', async () => {
    await folder.import('1', { items: [{ id: 'id.item.a', name: 'A', zeal: 1, colour: 'red', rarity: 'rare' }] })
    await folder.import('2', { items: [{ rarity: 'rare', colour: 'red', id: 'id.item.a', zeal: 1, name: 'A' }] })
    expect(Object.keys(folder.row('/v2/items/id.item.a'))).toEqual([
      ...['id', 'name', 'rarity', 'colour', 'zeal', 'cursor', 'patch_id'],
    ])
    expect(count('SELECT count(*) FROM bodies JOIN search_items USING (body_id)')).toBe(1)
  })

  it('may include undeclared columns, which are stored and counted', async () => {
    const rows = [item('a', { zeal: 3, primary_min_armor: 1 }), item('b', { colour: { shade: ['red'] }, zeal: 4 })]
    const { unknownColumns } = await folder.import('1', { items: rows })
    expect(unknownColumns).toEqual({ items: ['colour', 'zeal'] })
    expect(folder.list('/v2/items')).toMatchObject(rows)
  })

  it('may include columns named like properties of every object', async () => {
    const rows = [item('a', { constructor: 1, toString: 'x', hasOwnProperty: [2] })]
    const { unknownColumns } = await folder.import('1', { items: rows })
    expect(unknownColumns).toEqual({ items: ['constructor', 'hasOwnProperty', 'toString'] })
    expect(folder.list('/v2/items?condense=false')[0]).toMatchObject({
      constructor: 1,
      toString: 'x',
      hasOwnProperty: [2],
    })
    await expect(folder.import('2', { items: [item('a')] })).rejects.toMatchObject({
      anomalies: [{ columnsAllNull: ['constructor', 'hasOwnProperty', 'toString'] }],
    })
  })
})

describe('captured_at', () => {
  const monster = (hp: number, more: Row = {}): Row => ({ id: 'id.monster.rat', hp, ...more })
  const sinceOf = (scope: number) => [...rowsAt(scope, 'monsters').sincePatchIds]

  it('comes from the bundle, and is not a change by itself', async () => {
    await folder.import('1', { monsters: [monster(10, { captured_at: '2026-01-01T00:00:00Z' })] })
    await folder.import('2', { monsters: [monster(10, { captured_at: '2026-01-09T00:00:00Z' })] })
    expect(folder.row('/v2/monsters/id.monster.rat?patch=1').captured_at).toBe('2026-01-01T00:00:00Z')
    expect(folder.row('/v2/monsters/id.monster.rat?patch=2').captured_at).toBe('2026-01-09T00:00:00Z')
    expect([sinceOf(1), sinceOf(2)]).toEqual([[1], [1]])
    expect(folder.row('/v2/patches/2/changelog')).toMatchObject({ changes: [] })
  })

  it('is the import time of the patch that introduced the content, if the bundle has none', async () => {
    await folder.import('1', { monsters: [monster(10)] })
    await folder.import('2')
    await folder.import('3', { monsters: [monster(10)] })
    await folder.import('4', { monsters: [monster(11)] })
    const captured = [1, 2, 3, 4].map((id) => folder.row(`/v2/monsters/id.monster.rat?patch=${id}`).captured_at)
    const [first, , , fourth] = folder.list('/v2/patches').map(({ imported_at }) => imported_at)
    expect(captured).toEqual([first, first, first, fourth])
  })
})

describe('what a bundle leaves out', () => {
  it('is inherited from the parent: rows, facets, each locale, assets', async () => {
    await folder.import('1', {
      items: [item('a', { name: 'Key', rarity: 'rare' })],
      perks: [perk('p', { name: 'Key' })],
      'facets.json': { rarity: { rare: 'Label', odd: 'Odd' } },
      'locales/en.json': { Key: 'Thing', Label: 'Rare' },
      'locales/de.json': { Key: 'Ding' },
    })
    await folder.import('2', { perks: [perk('q')], 'locales/de.json': { Label: 'Selten' } }, { acceptAnomalies: true })
    await folder.import('3')
    for (const id of [2, 3]) {
      expect(folder.list(`/v2/items?patch=${id}&locale=en`)).toEqual([
        { id: 'id.item.a', name: 'Thing', rarity: 'rare', cursor: 1, patch_id: id },
      ])
      expect(folder.row(`/v2/items/id.item.a?patch=${id}&locale=de`).name).toBe('Thing')
      expect(folder.get(`/v2/facets?patch=${id}&locale=de&counts=true`).rarity).toEqual({
        rare: { label: 'Selten', count: 1 },
        odd: { label: 'Odd', count: 0 },
      })
      expect(idsOf(folder.list(`/v2/perks?at_patch=${id}`))).toEqual(['id.perk.q'])
    }
    expect(folder.row('/v2/items/id.item.a?patch=1&locale=de').name).toBe('Ding')
  })

  it('is not inherited if its file exists and is empty', async () => {
    await folder.import('1', { items: [item('a')], 'locales/en.json': { a: 'b' }, 'facets.json': { type: { a: 'b' } } })
    const empty = { items: [], 'locales/en.json': {}, 'facets.json': {} }
    await folder.import('2', empty, { acceptAnomalies: true })
    expect(folder.list('/v2/items')).toEqual([])
    expect(folder.get('/v2/facets').type).toBeUndefined()
    expect(folder.read((catalog) => catalog.texts(2, 'en')?.get('a'))).toBeUndefined()
  })
})

describe('branches', () => {
  beforeEach(async () => {
    await folder.import('1', { items: [item('a')], perks: [perk('p', { name: 'one' })] })
    await folder.import(onBranch('test', 't1', { branch: 'main', version: '1' }), { items: [item('a'), item('t')] })
    await folder.import('2', { items: [item('a'), item('m')], perks: [perk('p', { name: 'two' })] })
    await folder.import(onBranch('test', 't2'), { perks: [perk('p', { name: 'three' })] })
  })

  it('inherit along their own chain of parents', () => {
    expect(folder.list('/v2/items?patch=t2').map(({ id }) => id)).toEqual(['id.item.a', 'id.item.t'])
    expect(folder.list('/v2/items').map(({ id }) => id)).toEqual(['id.item.a', 'id.item.m'])
  })

  it('take the current patch of the same branch as parent, or none', async () => {
    await folder.import(onBranch('new', 'n1'), { items: [item('n')] })
    const parents = folder.read((catalog) => catalog.patches.all.map((patch) => patch.parent_patch_id))
    expect(parents).toEqual([null, 1, 1, 2, null])
    expect(folder.list('/v2/perks?branch=new')).toEqual([])
  })

  it('may start from a patch in the middle of another branch', async () => {
    await folder.import(onBranch('main', '3', { branch: 'test', version: 't1' }))
    expect(folder.list('/v2/items').map(({ id }) => id)).toEqual(['id.item.a', 'id.item.t'])
    expect(folder.row('/v2/perks/id.perk.p')).toMatchObject({ name: 'one', patch_version: '1' })
  })

  it('have independent versions: both may have the same one', async () => {
    const { patchId } = await folder.import(onBranch('test', '2'), { perks: [perk('p', { name: 'four' })] })
    expect(patchId).toBe(5)
    expect(folder.row('/v2/perks/id.perk.p?branch=test&at_patch=2').name).toBe('four')
    expect(folder.row('/v2/perks/id.perk.p?at_patch=2').name).toBe('two')
  })
})

describe('patch_version is the patch that brought the content', () => {
  const versionAt = (version: string, branch = 'main') =>
    folder.row(`/v2/perks/id.perk.p?at_patch=${version}&branch=${branch}`).patch_version

  it('through A, A, B, A', async () => {
    const [a, b] = [perk('p', { name: 'A' }), perk('p', { name: 'B' })]
    await folder.import('1', { perks: [a] })
    await folder.import('2', { perks: [a, perk('q')] })
    await folder.import('3', { perks: [b, perk('q')] })
    await folder.import('4')
    await folder.import('5', { perks: [a, perk('q')] })
    expect(['1', '2', '3', '4', '5'].map((version) => versionAt(version))).toEqual(['1', '1', '3', '3', '5'])
    expect(folder.row('/v2/perks/id.perk.q').patch_version).toBe('2')
  })

  it('across branches', async () => {
    const [a, b] = [perk('p', { name: 'A' }), perk('p', { name: 'B' })]
    await folder.import('1', { perks: [a] })
    await folder.import(onBranch('test', 't1', { branch: 'main', version: '1' }), { perks: [b] })
    await folder.import('2', { perks: [b] })
    await folder.import(onBranch('main', '3', { branch: 'test', version: 't1' }), { perks: [b] })
    expect([versionAt('1'), versionAt('t1', 'test'), versionAt('2'), versionAt('3')]).toEqual(['1', 't1', '2', 't1'])
  })
})

describe('the rows of a patch', () => {
  it('are stored once for patches with the same rows, and deleted with the last of them', async () => {
    const contents = () => count("SELECT count(DISTINCT content_id) FROM scope_rows WHERE resource = 'items'")
    const unused = () =>
      count(`SELECT count(*) FROM contents WHERE content_id NOT IN
        (SELECT content_id FROM documents UNION SELECT content_id FROM scope_rows)`)
    await folder.import('1', { items: [item('a'), item('b')] })
    await folder.import('2')
    await folder.import('3', { items: [item('b'), item('a')] })
    expect([contents(), unused()]).toEqual([1, 0])
    await folder.import('3', { items: [item('c')] }, { replace: true, acceptAnomalies: true })
    expect([contents(), unused()]).toEqual([2, 0])
    await folder.import('3', { items: [item('a')] }, { replace: true, acceptAnomalies: true })
    expect([contents(), unused()]).toEqual([2, 0])
  })
})

describe('bodies', () => {
  it('of unchanged rows are stored once', async () => {
    const rows = Array.from({ length: 50 }, (_, at) => item(`i${at}`, { gear_score: at }))
    await folder.import('1', { items: rows })
    await folder.import('2', { items: [...rows.slice(0, 49), item('i49', { gear_score: 1000 })] })
    await folder.import('3', { items: rows })
    expect([1, 2, 3].map((scope) => rowsAt(scope, 'items').size)).toEqual([50, 50, 50])
    expect(count('SELECT count(*) FROM search_items')).toBe(51)
    expect(count('SELECT count(*) FROM bodies JOIN search_items USING (body_id)')).toBe(51)
  })

  it('of equal rows of two resources are separate', async () => {
    const ability = (kind: string) => [{ id: `id.${kind}.a`, name: 'A' }]
    await folder.import('1', { maps: ability('map'), religions: ability('religion') })
    expect(count('SELECT count(*) FROM bodies JOIN search_maps USING (body_id)')).toBe(1)
    expect(count('SELECT count(*) FROM bodies JOIN search_religions USING (body_id)')).toBe(1)
  })

  it('are deleted when the last patch that has them is replaced', async () => {
    await folder.import('1', { items: [item('a', { name: 'old' }), item('b')] })
    await folder.import('1', { items: [item('a', { name: 'new' }), item('b')] }, { replace: true })
    expect(count("SELECT count(*) FROM bodies WHERE text LIKE '%old%'")).toBe(0)
    expect(count('SELECT count(*) FROM search_items')).toBe(2)
  })
})

describe('references that lead nowhere', () => {
  it('are counted, including those of inherited rows, and are no reason to refuse the bundle', async () => {
    const { dangling } = await folder.import('1', {
      items: [item('a', { archetype: 'id.item.a' })],
      monsters: [{ id: 'id.monster.rat', loot_table_id: 'id.loot_table.none' }, { id: 'id.monster.bat' }],
      monster_abilities: [{ monster_id: 'id.monster.cat', ability_id: 'bite' }],
      loot_tables: [
        { id: 'id.loot_table.a', entries: ['a', 'b', 'c'].map((slug) => ({ item_id: `id.item.${slug}`, weight: 1 })) },
      ],
      quests: [{ id: 'id.quest.q', objectives: { content_ids: ['id.quest_content.x'] }, reward_ids: ['id.reward.r'] }],
      quest_contents: [
        { id: 'id.quest_content.a', target_archetype: 'id.item.a' },
        { id: 'id.quest_content.b', target_archetype: 'id.item.none' },
        { id: 'id.quest_content.c', target_archetype: 'id.prop.none' },
      ],
      rewards: [
        {
          id: 'id.reward.r',
          entries: [
            { type: 'item', item_id: 'id.item.a' },
            { type: 'x', item_id: 'id.item.z' },
          ],
        },
      ],
      perks: [perk('p', { classes: ['id.player_character.x', 'id.player_character.y'] })],
    })
    const expected = [
      { resource: 'loot_tables', path: 'entries[].item_id', count: 2 },
      { resource: 'monster_abilities', path: 'monster_id', count: 1 },
      { resource: 'monsters', path: 'loot_table_id', count: 1 },
      { resource: 'perks', path: 'classes[]', count: 2 },
      { resource: 'quest_contents', path: 'target_archetype', count: 1 },
      { resource: 'quests', path: 'objectives.content_ids[]', count: 1 },
      { resource: 'rewards', path: 'entries[].item_id', count: 1 },
    ]
    const byName = (counts: typeof dangling) => counts.toSorted((a, b) => (a.resource < b.resource ? -1 : 1))
    expect(byName(dangling)).toEqual(expected)
    expect(byName((await folder.import('2')).dangling)).toEqual(expected)
  })
})

describe('the same bundle again', () => {
  it('changes no byte, of the catalog or of the tree', async () => {
    const options = { patches: 'all' } as const
    const content = { items: [item('a')], perks: [perk('p')], 'locales/en.json': { a: 'b' } }
    await folder.import('1', content, options)
    await folder.import('2', { items: [item('a'), item('b')] }, options)
    const before = folder.tree()
    for (const replace of [false, true]) {
      const again = await folder.import('1', content, { ...options, replace })
      expect(again).toMatchObject({ outcome: 'unchanged', patchId: 1, version: '1' })
      expect(again.rendered.written).toBe(0)
    }
    expect(folder.tree()).toBe(before)
  })
})

describe('the same version with other content', () => {
  it('is refused with a sentence, and nothing changes', async () => {
    await folder.import('1', { items: [item('a')] })
    const before = folder.tree()
    const refused = folder.import('1', { items: [item('a'), item('b')] })
    await expect(refused).rejects.toMatchObject({
      name: 'ConflictError',
      message:
        'Patch 1 on main is there already, with other content; nothing was imported. Add --replace to put this in its place.',
    })
    expect(folder.tree()).toBe(before)
  })

  it('replaces the patch with --replace, keeping id and imported_at', async () => {
    await folder.import('1', { items: [item('a')] })
    await folder.import('2', { perks: [perk('p')] })
    const [first] = folder.list('/v2/patches')
    const head = { branch: 'main', version: '1', display_name: 'Better' }
    expect(await folder.import(head, { items: [item('a'), item('b')] }, { replace: true })).toMatchObject({
      outcome: 'replaced',
      patchId: 1,
    })
    expect(folder.list('/v2/patches')[0]).toEqual({ ...first, display_name: 'Better' })
    expect(idsOf(folder.list('/v2/items?patch=1'))).toEqual(['id.item.a', 'id.item.b'])
  })

  it('cannot make a patch the child of its own descendant', async () => {
    await folder.import('1')
    await folder.import('2')
    const head = onBranch('main', '1', { branch: 'main', version: '2' })
    await expect(folder.import(head, {}, { replace: true })).rejects.toMatchObject({
      errors: ['patch.json: parent: expected no descendant of the patch itself, got "2 on main"'],
    })
  })
})

describe('after a patch was replaced, its children', () => {
  const fingerprints = () => folder.read((catalog) => catalog.patches.all.map(({ id }) => catalog.fingerprint(id)))

  it('inherit its new rows, texts and facets wherever they inherited the old ones', async () => {
    await folder.import('1', { items: [item('a', { rarity: 'rare' })], 'locales/en.json': { Label_Rare: 'Old' } })
    await folder.import('2', { perks: [perk('p')] })
    await folder.import('3', { 'facets.json': { rarity: { rare: 'Label_Rare' } } })
    await folder.import(onBranch('side', 's'), {})
    await folder.import('4', { items: [item('z', { rarity: 'epic' }), item('a')] })
    const before = fingerprints()
    const content = { items: [item('a', { rarity: 'common' }), item('b', { rarity: 'rare' })] }
    await folder.import('1', { ...content, 'locales/en.json': { Label_Rare: 'New' } }, { replace: true })
    for (const id of [1, 2, 3]) {
      expect(idsOf(folder.list(`/v2/items?patch=${id}`))).toEqual(['id.item.a', 'id.item.b'])
      expect(folder.get(`/v2/facets?patch=${id}&counts=true`).rarity).toEqual({
        ...(id < 3 && { common: { label: 'Common', count: 1 } }),
        rare: { label: id < 3 ? 'Rare' : 'New', count: 1 },
        ...(id === 3 && { common: { label: 'Common', count: 1 } }),
      })
    }
    expect(idsOf(folder.list('/v2/items?patch=5'))).toEqual(['id.item.a', 'id.item.z'])
    const after = fingerprints()
    expect(after.map((fingerprint, at) => fingerprint !== before[at])).toEqual([true, true, true, false, true])
  })

  it('are updated with the patch that introduced their content', async () => {
    const [a, b] = [perk('p', { name: 'A' }), perk('p', { name: 'B' })]
    await folder.import('1', { perks: [a] })
    await folder.import('2', { perks: [a] })
    await folder.import('3', { perks: [b] })
    const versions = () => ['1', '2', '3'].map((at) => folder.row(`/v2/perks/id.perk.p?at_patch=${at}`).patch_version)
    expect(versions()).toEqual(['1', '1', '3'])
    await folder.import('1', { perks: [b] }, { replace: true })
    expect(versions()).toEqual(['1', '2', '3'])
    await folder.import('2', {}, { replace: true })
    expect(versions()).toEqual(['1', '1', '1'])
    await folder.import('1', { perks: [a] }, { replace: true })
    expect(versions()).toEqual(['1', '1', '3'])
  })

  it('are the same as if everything had been imported in this form from the start', async () => {
    const later = async (into: DataFolder) => {
      await into.import('2', { perks: [perk('p', { name: 'two' })], 'facets.json': { rarity: { odd: 'Odd' } } })
      await into.import('3', { items: [item('a', { name: 'A', rarity: 'rare' })] })
    }
    const good = {
      items: [item('a', { name: 'A', rarity: 'rare' })],
      perks: [perk('p')],
      'locales/en.json': { A: 'Ah' },
    }
    await folder.import('1', { items: [item('x', { name: 'X' })], 'locales/de.json': { A: 'Oh' } })
    await folder.import('2', { perks: [perk('p', { name: 'two' })], 'facets.json': { rarity: { odd: 'Odd' } } })
    await folder.import('3', { items: [item('a', { name: 'A', rarity: 'rare' })] }, { acceptAnomalies: true })
    await folder.import('1', good, { replace: true })
    const straight = new DataFolder()
    try {
      await straight.import('1', good)
      await later(straight)
      for (const id of [1, 2, 3]) {
        for (const target of [`/v2/items?patch=${id}&locale=de`, `/v2/facets?patch=${id}`, `/v2/perks?at_patch=${id}`])
          expect(folder.get(target)).toEqual(straight.get(target))
      }
    } finally {
      straight.close()
    }
  })
})

describe('several bundles in one import', () => {
  it('are imported all or nothing', async () => {
    await folder.import('1', { items: [item('a')] })
    const before = folder.tree()
    const bundles = [
      folder.write('2', { items: [item('a'), item('b')] }),
      folder.write('3', { items: [item('b'), {}] }),
    ]
    await expect(folder.importAll(bundles)).rejects.toThrow('The bundle has 1 validation error; nothing was imported.')
    expect(folder.tree()).toBe(before)
    const { summaries } = await folder.importAll(bundles.slice(0, 1))
    expect(summaries).toMatchObject([{ outcome: 'imported', patchId: 2 }])
  })

  it('report their progress in bytes', async () => {
    const seen: { file: string; doneBytes: number; totalBytes: number }[] = []
    await folder.import(
      '1',
      { items: [item('a')], perks: [perk('p'), perk('q')] },
      { onImport: (progress) => seen.push(progress) },
    )
    const total = seen.at(-1)?.totalBytes
    expect(seen.map(({ file }) => file).sort()).toEqual(['items.ndjson', 'perks.ndjson'])
    expect(total).toBeGreaterThan(0)
    expect(seen.at(-1)?.doneBytes).toBe(total)
  })
})
