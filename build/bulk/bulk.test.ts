// The folder of bulk files after imports, replacements and rollbacks.
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bulkFolder, bulkName } from '../../data/api/model/values/bulk-files.ts'
import { api } from '../../data/api/table.ts'
import { sha256 } from '../../data/store/files/etag.ts'
import { rollBack } from '../roll-back.ts'
import { DataFolder, type Content } from '../test/test-bundle.ts'

const all = { patches: 'all' } as const
const items = (...names: string[]) => names.map((name) => ({ id: `id.item.${name}`, name }))
const perks = { perks: [{ id: 'id.perk.p', name: 'Perk' }] }
const first: Content = {
  items: items('a', 'b'),
  ...perks,
  'locales/en.json': { a: 'A' },
  'locales/de.json': { b: 'B' },
}

let folder: DataFolder
beforeEach(() => {
  folder = new DataFolder()
})
afterEach(() => folder.close())

const inFolder = () => readdirSync(join(folder.dataDir, bulkFolder)).sort()
const filesOf = (patch: number) => folder.read((catalog) => catalog.bulk.of(patch))
/** The content of a bulk file. */
function bytesOf(patch: number, resource: string, format = 'ndjson', locale?: string): Buffer {
  const file = filesOf(patch).find(
    (one) => one.resource === resource && one.format === format && one.encoding === 'zstd' && one.locale === locale,
  )
  return file ? zstdDecompressSync(readFileSync(join(folder.dataDir, bulkFolder, bulkName(file)))) : Buffer.alloc(0)
}
const read = (...file: Parameters<typeof bytesOf>): string => bytesOf(...file).toString()

describe('the files of a patch', () => {
  it('contain its rows in order of ids, without columns that differ in every patch', async () => {
    await folder.import('1', { items: items('b', 'a') }, all)
    expect(read(1, 'items')).toBe('{"id":"id.item.a","name":"a"}\n{"id":"id.item.b","name":"b"}\n')
  })

  it('contain the entries of loot tables, which the list leaves out', async () => {
    const entries = [{ item_id: 'id.item.a', weight: 2 }]
    await folder.import('1', { items: items('a'), loot_tables: [{ id: 'id.loot_table.l', entries }] }, all)
    expect(JSON.parse(read(1, 'loot_tables'))).toMatchObject({ id: 'id.loot_table.l', entries })
  })

  it('contain the texts of each language, in English if a text is missing', async () => {
    await folder.import('1', first, all)
    expect(read(1, 'texts', 'ndjson', 'en')).toBe('{"key":"a","text":"A"}\n')
    expect(read(1, 'texts', 'ndjson', 'de')).toBe('{"key":"a","text":"A"}\n{"key":"b","text":"B"}\n')
    expect(read(1, 'texts', 'ndjson', 'ja')).toBe('')
  })

  it('contain columns whose names differ only in case; SQLite has them under numbered names', async () => {
    const row = { id: 'id.item.a', name: 'A', Name: 'other', zeal: 1, Zeal: 2, Zeal_2: 3 }
    await folder.import('1', { items: [row] }, all)
    expect(JSON.parse(read(1, 'items'))).toEqual(row)
    const db = new Database(bytesOf(1, 'all', 'sqlite'))
    const held = db.prepare('SELECT id, name, Name_2, Zeal, Zeal_2, zeal_3 FROM items').raw()
    expect(held.all()).toEqual([['id.item.a', 'A', 'other', 2, 3, 1]])
    db.close()
  })

  it('contain the changes against its parent only', async () => {
    await folder.import('1', first, all)
    await folder.import('2', { items: items('b', 'c') }, all)
    expect(read(1, 'all', 'delta')).toBe('')
    expect(read(2, 'all', 'delta')).toBe(
      '{"op":"delete","resource":"items","id":"id.item.a"}\n' +
        '{"op":"put","resource":"items","id":"id.item.c","row":{"id":"id.item.c","name":"c"}}\n',
    )
  })

  it('have the same bytes in every data folder', async () => {
    const other = new DataFolder()
    for (const one of [folder, other]) {
      await one.import('1', first, all)
      await one.import('2', { items: items('a', 'c') }, all)
    }
    expect(other.tree(bulkFolder)).toBe(folder.tree(bulkFolder))
    other.close()
  })

  it('are named by their hashes', async () => {
    await folder.import('1', first, all)
    for (const name of inFolder())
      expect(sha256(readFileSync(join(folder.dataDir, bulkFolder, name)))).toBe(name.split('.')[0])
  })
})

describe('the folder of bulk files', () => {
  it('does not exist if no patch is rendered', async () => {
    await folder.import('1', first)
    expect(existsSync(join(folder.dataDir, bulkFolder))).toBe(false)
    expect(folder.get('/v2/bulk')).toEqual({ body: [] })
  })

  it('keeps files that a patch did not change', async () => {
    await folder.import('1', first, all)
    const state = (name: string) => statSync(join(folder.dataDir, bulkFolder, name))
    const before = inFolder().map((name) => [name, state(name).ino, state(name).mtimeMs])
    await folder.import('2', { items: items('a', 'c') }, all)
    expect(before.map(([name]) => [name, state(String(name)).ino, state(String(name)).mtimeMs])).toEqual(before)
    const urls = (patch: number, resource: string) =>
      filesOf(patch)
        .filter((file) => file.resource === resource)
        .map(bulkName)
    expect(urls(2, 'perks')).toEqual(urls(1, 'perks'))
    expect(urls(2, 'items')).not.toEqual(urls(1, 'items'))
  })

  it('loses files that only a replaced patch had, and keeps those of other patches', async () => {
    await folder.import('1', first, all)
    const before = inFolder()
    await folder.import('1', { ...first, items: items('a', 'x') }, { ...all, replace: true })
    const listed = folder.read((catalog) => [...catalog.bulk.fileNames()].sort())
    expect(inFolder()).toEqual(listed)
    expect(before.some((name) => !listed.includes(name))).toBe(true)
    expect(read(1, 'items')).toContain('id.item.x')
  })

  it('is restored by a rollback, and again by undoing the rollback', async () => {
    await folder.import('1', first, all)
    const one = folder.tree(bulkFolder)
    await folder.import('2', { items: items('a', 'c') }, all)
    const two = folder.tree(bulkFolder)
    const back = () => rollBack({ api, dataDir: folder.dataDir, ...all })
    await back()
    expect(folder.tree(bulkFolder)).toBe(one)
    await back()
    expect(folder.tree(bulkFolder)).toBe(two)
  })

  it('is repaired by a render, to the same bytes', async () => {
    await folder.import('1', first, all)
    const whole = folder.tree(bulkFolder)
    const [name = ''] = inFolder().filter((one) => one.endsWith('.gz'))
    rmSync(join(folder.dataDir, bulkFolder, name))
    await folder.render()
    expect(folder.tree(bulkFolder)).toBe(whole)
    await folder.render({ everything: true })
    expect(folder.tree(bulkFolder)).toBe(whole)
  })

  it('has only the files of the newest patches if only these are rendered', async () => {
    await folder.import('1', first, all)
    await folder.import('2', { items: items('a', 'c') }, { patches: 1 })
    expect(filesOf(1)).toEqual([])
    expect(folder.get('/v2/bulk?patch=1')).toEqual({ body: [] })
    expect(inFolder()).toEqual(folder.read((catalog) => [...catalog.bulk.fileNames()].sort()))
  })
})
