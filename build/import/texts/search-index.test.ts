// Searches in patches, and the size of the index of a patch that changes little.
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataFolder, type Row } from '../../test/test-bundle.ts'

let folder: DataFolder

beforeEach(() => {
  folder = new DataFolder()
})
afterEach(() => folder.close())

const item = (slug: string, name?: string, more: Row = {}): Row => ({ id: `id.item.${slug}`, name, ...more })

/** Ids of the results, with the former name if that matched. */
const find = (q: string, more = '') =>
  folder
    .list(`/v2/search?q=${encodeURIComponent(q)}&limit=100${more}`)
    .map(({ id, former_name }) => [String(id).replace(/^id\.\w+\./, ''), former_name].filter(Boolean).join(' was '))

/** The stored indexes, by patch. */
function segments(): Map<number, Buffer> {
  const db = new Database(folder.catalogPath, { readonly: true })
  try {
    const rows = db.prepare('SELECT patch_id, content FROM search_segments ORDER BY patch_id').raw().all()
    return new Map(rows as [number, Buffer][])
  } finally {
    db.close()
  }
}

describe('a patch is searched', () => {
  it('for its rows of every resource that has names', async () => {
    await folder.import('1', {
      items: [item('a', 'Ember Lantern'), item('nameless')],
      maps: [{ id: 'id.map.m', name: 'Ember Fen' }],
      quests: [{ id: 'id.quest.q', title: 'Ember Night' }],
      rewards: [{ id: 'id.reward.r', name: 'Ember' }],
    })
    expect(find('ember')).toEqual(['m', 'q', 'a'])
    expect(find('nameless')).toEqual([])
  })

  it('in every language that it has', async () => {
    const locales = { 'locales/en.json': { k: 'Moss Bread' }, 'locales/de.json': { k: 'Moosbrot' } }
    await folder.import('1', { items: [item('a', 'k')], ...locales })
    for (const q of ['moss bread', 'moosbrot']) expect(find(q)).toEqual(['a'])
    expect(find('k')).toEqual([])
  })

  it('by a plain text and by its translations, of which it is the key', async () => {
    await folder.import('1', { items: [item('a', 'Bog Wight')], 'locales/de.json': { 'Bog Wight': 'Moorwicht' } })
    for (const q of ['bog wight', 'moorwicht', 'wight']) expect(find(q)).toEqual(['a'])
    expect(folder.list('/v2/search?q=moorwicht').map(({ name }) => name)).toEqual(['Bog Wight'])
    expect(folder.list('/v2/search?q=bog+wight&locale=de').map(({ name }) => name)).toEqual(['Moorwicht'])
    await folder.import('2', { 'locales/de.json': { 'Bog Wight': 'Sumpfwicht' } })
    expect(find('bog wight')).toEqual(['a'])
    expect(find('moorwicht')).toEqual(['a was Moorwicht'])
  })

  it('by its English name or key where the translation is empty', async () => {
    const locales = { 'locales/en.json': { k: 'Moss Bread' }, 'locales/de.json': { k: '', 'Bog Wight': '' } }
    await folder.import('1', { items: [item('a', 'k'), item('b', 'Bog Wight')], ...locales })
    for (const q of ['moss bread', 'bog wight']) {
      const [{ name, matched } = {}] = folder.list(`/v2/search?q=${encodeURIComponent(q)}&locale=de`)
      expect([String(name).toLowerCase(), matched]).toEqual([q, 'name'])
    }
  })

  it('in its own state, whatever was imported later', async () => {
    await folder.import('1', { items: [item('a', 'Ash Bow'), item('b', 'Elm Bow')] })
    await folder.import('2', { items: [item('a', 'Fir Bow'), item('c', 'Oak Bow')] })
    expect(find('bow', '&patch=1')).toEqual(['a', 'b'])
    expect(find('bow')).toEqual(['a', 'c'])
    expect(find('ash bow', '&patch=1')).toEqual(['a'])
  })
})

describe('former names', () => {
  it('are those of all ancestors, until one becomes the name again', async () => {
    for (const [version, name] of ['Ash Bow', 'Elm Sword', 'Fir Axe', 'Ash Bow'].entries())
      await folder.import(String(version + 1), { items: [item('a', name)] })
    expect(find('ash bow', '&patch=3')).toEqual(['a was Ash Bow'])
    expect(find('elm sword', '&patch=3')).toEqual(['a was Elm Sword'])
    expect(find('ash bow', '&patch=4')).toEqual(['a'])
    expect(find('fir axe', '&patch=4')).toEqual(['a was Fir Axe'])
    expect(find('fir axe', '&patch=2')).toEqual([])
  })

  it('are not those of another branch', async () => {
    await folder.import('1', { items: [item('a', 'Ash Bow')] })
    await folder.import(
      { branch: 'ptr', version: 'p', parent: { branch: 'main', version: '1' } },
      { items: [item('a', 'Elm Sword')] },
    )
    await folder.import('2', { items: [item('a', 'Fir Axe')] })
    expect(find('elm sword')).toEqual([])
    expect(find('ash bow')).toEqual(['a was Ash Bow'])
  })

  it('are found if only a text has changed since', async () => {
    await folder.import('1', { items: [item('a', 'Ash Bow')] })
    await folder.import('2', { items: [item('a', 'Elm Sword')] })
    await folder.import('3', { items: [item('a', 'Elm Sword', { description: 'Sharp.' })] })
    expect(find('ash bow')).toEqual(['a was Ash Bow'])
    expect(find('sharp')).toEqual(['a'])
  })
})

describe('rows that stay as they are', () => {
  it('are found by their current texts', async () => {
    const items = [item('a', 'k', { description: 'd' }), item('b', 'Elm Bow')]
    await folder.import('1', { items, 'locales/de.json': { k: 'Moosbrot', d: 'Lecker.' } })
    await folder.import('2', { 'locales/de.json': { k: 'Farnbrot', d: 'Lecker.' } })
    await folder.import('3', { 'locales/de.json': { k: 'Farnbrot', d: 'Trocken.' } })
    expect(find('moosbrot', '&patch=1')).toEqual(['a'])
    expect(find('moosbrot')).toEqual(['a was Moosbrot'])
    expect(find('farnbrot')).toEqual(['a'])
    expect(find('lecker', '&patch=2')).toEqual(['a'])
    expect(find('lecker')).toEqual([])
    expect(find('trocken')).toEqual(['a'])
    expect(find('elm bow')).toEqual(['b'])
  })

  it('are found by the current label of their rarity', async () => {
    await folder.import('1', {
      items: [item('a', 'Ash Bow', { rarity: 'epic' })],
      'facets.json': { rarity: { epic: 'Epic' } },
    })
    await folder.import('2', { 'facets.json': { rarity: { epic: 'Mythical' } } })
    expect(find('mythical ash', '&patch=1')).toEqual([])
    expect(find('mythical ash')).toEqual(['a'])
  })

  it('are found by the current label of a rarity that no item has', async () => {
    const maps = [{ id: 'id.map.fen', name: 'Fen', rarity: 'cursed_one' }]
    await folder.import('1', { maps, 'locales/de.json': { 'Cursed One': 'Verflucht' } })
    await folder.import('2', { 'locales/de.json': { 'Cursed One': 'Verwunschen' } })
    expect(find('verflucht fen', '&patch=1')).toEqual(['fen'])
    expect(find('verflucht fen')).toEqual([])
    expect(find('verwunschen fen')).toEqual(['fen'])
  })
})

describe('a patch that is replaced', () => {
  it('is searched in its new state, and so are its children', async () => {
    await folder.import('1', { items: [item('a', 'Ash Bow')] })
    await folder.import('2', { maps: [{ id: 'id.map.m', name: 'Fen' }] })
    await folder.import('1', { items: [item('a', 'Elm Sword'), item('b', 'Elm Axe')] }, { replace: true })
    for (const patch of ['1', '2']) {
      expect(find('ash bow', `&patch=${patch}`)).toEqual([])
      expect(find('elm', `&patch=${patch}`)).toEqual(['b', 'a'])
    }
  })
})

describe('stored indexes', () => {
  const rows = Array.from({ length: 400 }, (_, at) =>
    item(`i${at}`, `Thing ${at.toString(36)} of the ${at % 17}th lamp`),
  )

  it('are the same bytes for the same bundles', async () => {
    const bytes: Map<number, Buffer>[] = []
    for (let run = 0; run < 2; run += 1) {
      await folder.import('1', { items: rows })
      await folder.import('2', { items: [...rows.slice(1), item('new', 'New Lamp')] })
      bytes.push(segments())
      folder.close()
      folder = new DataFolder()
    }
    expect(bytes[0]).toEqual(bytes[1])
  })

  it('grow little if little changes, and not at all if nothing does', async () => {
    await folder.import('1', { items: rows })
    await folder.import('2', { items: rows.map((row, at) => (at % 100 === 0 ? item(`i${at}`, `Other ${at}`) : row)) })
    await folder.import('3', { items: rows.map((row, at) => (at % 100 === 0 ? item(`i${at}`, `Other ${at}`) : row)) })
    const sizes = [...segments().values()].map(({ length }) => length)
    expect(sizes[1]).toBeLessThan((sizes[0] ?? 0) / 10)
    expect(sizes).toHaveLength(2)
  })
})
