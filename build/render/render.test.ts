import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../data/api/model/endpoint.ts'
import { FolderIndexReader } from '../../data/api/static/folder-index.ts'
import type { FolderIndex, Manifest } from '../../data/api/static/manifest.ts'
import { outputPath } from '../../data/api/static/output-path.ts'
import { readRequest } from '../../data/api/request/request.ts'
import { respond } from '../../data/api/answer/respond.ts'
import { route } from '../../data/api/static/route.ts'
import { staticRequests } from '../../data/api/static/static-requests.ts'
import { scopeOf } from '../../data/api/model/store.ts'
import { api } from '../../data/api/table.ts'
import { parseTarget } from '../../data/api/request/target.ts'
import { Catalog } from '../../data/store/catalog/catalog.ts'
import { etagOf, sha256 } from '../../data/store/files/etag.ts'
import { readManifest } from '../../data/store/files/tree.ts'
import { DataFolder, type Content, type Row } from '../test/test-bundle.ts'
import { isOutdated } from './rendered-state.ts'
import { minCompressedFileBytes } from '../../data/store/files/compress.ts'

const all = { patches: 'all' } as const
const items = (count: number, more: Row = {}): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: `id.item.i${at}`, name: 'Item', gear_score: at, ...more }))
const first: Content = {
  items: items(60),
  perks: [{ id: 'id.perk.p', name: 'Perk' }],
  'facets.json': { rarity: { rare: 'Rare' } },
  'locales/en.json': { Item: 'Thing' },
}

let folder: DataFolder

beforeEach(() => {
  folder = new DataFolder()
})
afterEach(() => folder.close())

const path = (name: string) => join(folder.dataDir, name)
const manifest = () => readManifest(folder.dataDir) as Manifest
const filesIn = (name: string) =>
  readdirSync(path(name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Path and index of each rendered folder. */
const indexes = (): [folder: string, index: FolderIndex][] =>
  filesIn('_static')
    .filter((file) => file.endsWith('/index.json'))
    .map((file) => [dirname(file), JSON.parse(readFileSync(file, 'utf8')) as FolderIndex])

describe('the rendered tree', () => {
  it('is the same whenever the same bundles are imported', async () => {
    const other = new DataFolder()
    try {
      for (const into of [folder, other]) {
        await into.import('1', first, all)
        await into.import('2', { items: items(61) }, all)
      }
      expect(folder.tree()).toBe(other.tree())
    } finally {
      other.close()
    }
  })

  it('is the same whether patches are rendered one by one or all at once', async () => {
    await folder.import('1', first, all)
    await folder.import('2', { items: items(61) }, all)
    const grown = folder.tree('_static')
    rmSync(path('_static'), { recursive: true })
    rmSync(path('manifest.json'))
    await folder.render()
    expect(folder.tree('_static')).toBe(grown)
  })

  it('contains the bytes that the catalog answers, in one file for each static request', async () => {
    await folder.import('1', first, all)
    const wrong: string[] = []
    let found = 0
    folder.read((catalog) => {
      for (const patch of [undefined, ...catalog.patches.all]) {
        const scope = scopeOf(patch)
        const isScoped = ({ mode }: Endpoint) => (mode.column !== undefined) === (patch !== undefined)
        for (const endpoint of api.endpoints.filter(isScoped)) {
          const ids = endpoint.resource ? catalog.ids(endpoint.resource, scope) : []
          for (const request of staticRequests(endpoint, patch, { total: ids.length, ids })) {
            const file = outputPath(request)
            if (!file || endpoint.id === 'patches.changelog') continue
            const bytes = readFileSync(path(join(file.folder, `${file.name}.json`)), 'utf8')
            found += 1
            if (bytes !== respond(request, catalog).body) wrong.push(file.name)
          }
        }
      }
    })
    expect(wrong).toEqual([])
    expect(found).toBeGreaterThan(60)
    expect(existsSync(path('_static/1/items/list/25/3.json'))).toBe(true)
    expect(existsSync(path('_static/1/items/list/25/4.json'))).toBe(false)
  })

  it('has no file for requests that are answered with a problem', async () => {
    await folder.import('1', first, all)
    await folder.import('2', {}, all)
    const index = JSON.parse(readFileSync(path('_static/0/patches/index.json'), 'utf8')) as FolderIndex
    const changelogs = Object.keys(index.files).filter((name) => name.startsWith('changelog/'))
    expect(changelogs.map((name) => name.split('/').at(-1))).toEqual(['2'])
  })

  it('has indexes with the hashes of the files as ETags, and a manifest with the hashes of the indexes', async () => {
    await folder.import('1', first, all)
    const found = indexes()
    expect(found.length).toBeGreaterThan(5)
    for (const [below, { files }] of found) {
      const etags = Object.keys(files).map((name) => etagOf(readFileSync(join(below, `${name}.json`))))
      expect(etags).toEqual(Object.values(files))
      expect(Object.keys(files)).toEqual(Object.keys(files).sort())
      const [name = '', scope = ''] = below.split('/').reverse()
      expect(manifest().scopes[scope]?.folders[name]).toBe(sha256(readFileSync(join(below, 'index.json'))))
    }
  })

  it('has compressed siblings of the same content, if they are worth it', async () => {
    await folder.import('1', first, all)
    const files = filesIn('_static').filter((file) => file.endsWith('.json') && !file.endsWith('/index.json'))
    const large = files.filter((file) => statSync(file).size >= minCompressedFileBytes)
    expect(large.length).toBeGreaterThan(0)
    for (const file of large) {
      const bytes = readFileSync(file)
      expect(brotliDecompressSync(readFileSync(`${file}.br`)).equals(bytes)).toBe(true)
      expect(gunzipSync(readFileSync(`${file}.gz`)).equals(bytes)).toBe(true)
    }
    expect(filesIn('_static').filter((file) => /\.(br|gz)$/.test(file))).toHaveLength(2 * large.length)
  })

  it('contains totals and the raw keys that do not follow the rule', async () => {
    const rows = [
      { id: 'id.item.a', source_key: 'Id_Item_A' },
      { id: 'id.item.b', source_key: 'Weird/Key' },
    ]
    await folder.import('1', { items: rows }, all)
    expect(JSON.parse(readFileSync(path('_static/1/items/index.json'), 'utf8'))).toMatchObject({
      total: 2,
      aliases: { 'Weird/Key': 'id.item.b' },
    })
  })

  it('keeps every folder below 50,000 files, even for 150,000 rows', () => {
    const endpoint = api.endpoints.find(({ id }) => id === 'items.single') as Endpoint
    const list = api.endpoints.find(({ id }) => id === 'items.list') as Endpoint
    const patch = { id: 1 } as Manifest['patches'][number]
    const ids = Array.from({ length: 150_000 }, (_, at) => `id.item.gloam_blade_${at}`)
    const counts = new Map<string, number>()
    for (const request of [endpoint, list].flatMap((one) => [
      ...staticRequests(one, patch, { total: ids.length, ids }),
    ])) {
      const file = outputPath(request)
      const below = file ? dirname(join(file.folder, file.name)) : 'none'
      counts.set(below, (counts.get(below) ?? 0) + 3)
    }
    expect([...counts.keys()]).not.toContain('none')
    expect(Math.max(...counts.values())).toBeLessThan(50_000)
  })
})

describe('rendering again', () => {
  it('writes nothing if nothing has changed', async () => {
    await folder.import('1', first, all)
    const before = folder.tree()
    const { written, changed } = await folder.render()
    expect({ written, changed: [...changed] }).toEqual({ written: 0, changed: [] })
    expect(folder.tree()).toBe(before)
  })

  it('touches only the new patch and the list of patches', async () => {
    await folder.import('1', first, all)
    const times = () => filesIn('_static/1').map((file) => [file, statSync(file).mtimeMs, statSync(file).ino])
    const before = times()
    const { rendered } = await folder.import('2', { items: items(61) }, all)
    expect([...rendered.changed].sort()).toEqual(['0', '2'])
    expect(times()).toEqual(before)
  })

  it('writes files that a replacement changed, in the patch and its children, and keeps the others', async () => {
    await folder.import('1', first, all)
    await folder.import('2', { perks: [{ id: 'id.perk.p', name: 'Perk' }, { id: 'id.perk.q' }] }, all)
    const changed = items(60).map((row, at) => (at === 7 ? { ...row, name: 'Seventh' } : row))
    const { rendered } = await folder.import('1', { ...first, items: changed }, { ...all, replace: true })
    expect([...rendered.changed].sort()).toEqual(['0', '1', '2'])
    expect(rendered.kept).toBeGreaterThan(rendered.written)
    for (const id of [1, 2]) {
      const rows = JSON.parse(readFileSync(path(`_static/${id}/items/list/25/3.json`), 'utf8')) as { body: Row[] }
      expect(rows.body.filter(({ name }) => name === 'Seventh')).toHaveLength(1)
    }
  })

  it('writes everything with `everything`, to the same bytes', async () => {
    await folder.import('1', first, all)
    const before = folder.tree()
    const { written, kept } = await folder.render({ everything: true })
    expect(written).toBeGreaterThan(60)
    expect(kept).toBe(0)
    expect(folder.tree()).toBe(before)
  })

  it.each([
    ['of another format', '{"format":0}'],
    ['cut off', '{"format":1,"cata'],
    ['empty', ''],
    ['nothing but null', 'null'],
  ])('depends only on the catalog if the manifest is %s', async (_, damaged) => {
    await folder.import('1', first, all)
    const before = folder.tree()
    writeFileSync(path('manifest.json'), damaged)
    expect((await folder.render()).kept).toBe(0)
    expect(folder.tree()).toBe(before)
  })

  it.each(['_static/1/items', '_static/1/items/index.json', '_static/0'])(
    'restores %s if it is missing',
    async (name) => {
      await folder.import('1', first, all)
      const before = folder.tree()
      rmSync(path(name), { recursive: true })
      await folder.render()
      expect(folder.tree()).toBe(before)
    },
  )
})

describe('files that nothing names any longer', () => {
  it('are removed when rows are removed', async () => {
    await folder.import('1', first, all)
    await folder.import('1', { ...first, items: items(3) }, { ...all, replace: true, acceptAnomalies: true })
    const straight = new DataFolder()
    try {
      await straight.import('1', { ...first, items: items(3) }, all)
      const names = (tree: string) => tree.split('\n').map((line) => line.split(' ')[0])
      expect(names(folder.tree('_static'))).toEqual(names(straight.tree('_static')))
    } finally {
      straight.close()
    }
  })

  it('are removed when a body becomes too short to be worth compressing', async () => {
    const padded = (padding: string) => ({ items: [{ id: 'id.item.a', description: padding }] })
    await folder.import('1', padded('x'.repeat(9000)), all)
    const compressed = () => filesIn('_static/1/items').filter((file) => /\.(br|gz)$/.test(file))
    expect(compressed()).toHaveLength(6)
    await folder.import('1', padded('x'), { ...all, replace: true })
    expect(compressed()).toEqual([])
  })
})

describe('RENDER_PATCHES', () => {
  const scopes = () => Object.keys(manifest().scopes)
  const folders = () => readdirSync(path('_static')).sort()

  beforeEach(async () => {
    await folder.import('1', first)
    await folder.import('2')
    await folder.import({ branch: 'test', version: 't1', parent: { branch: 'main', version: '1' } })
    await folder.import('3')
  })

  it('none renders only what belongs to no patch', () => {
    expect([scopes(), folders()]).toEqual([['0'], ['0']])
  })

  it('a number renders the newest patches of each branch', async () => {
    await folder.render({ patches: 1 })
    expect([scopes(), folders()]).toEqual([
      ['0', '3', '4'],
      ['0', '3', '4'],
    ])
    await folder.render({ patches: 2 })
    expect(folders()).toEqual(['0', '2', '3', '4'])
  })

  it('removes patches that are no longer rendered, and brings them back as they were', async () => {
    await folder.render({ patches: 'all' })
    const whole = folder.tree()
    await folder.render({ patches: 1 })
    expect(folders()).toEqual(['0', '3', '4'])
    await folder.render({ patches: 'none' })
    expect(folders()).toEqual(['0'])
    await folder.render({ patches: 'all' })
    expect(folder.tree()).toBe(whole)
  })

  it('changes no answer', async () => {
    const targets = ['/v2/items?patch=1', '/v2/items/id.item.i3?patch=2', '/v2/perks', '/v2/facets?patch=t1']
    const answers = () => targets.map((target) => folder.get(target))
    const before = answers()
    await folder.render({ patches: 'all' })
    expect(answers()).toEqual(before)
  })
})

describe('an empty data folder', () => {
  it('renders to an empty list of patches', async () => {
    const { manifest: written } = await folder.render()
    expect(written.patches).toEqual([])
    expect(JSON.parse(readFileSync(path('_static/0/patches/list/25/1.json'), 'utf8'))).toMatchObject({ body: [] })
  })
})

describe('a render that breaks off', () => {
  /** Imports with a render that fails after this number of files. */
  const breakOff = (after: number) => {
    const changed = items(60).map((row) => ({ ...row, name: 'Other' }))
    const onRender = ({ doneFiles }: { doneFiles: number }) => {
      if (doneFiles > after) throw new Error('the disk is full')
    }
    return folder.import('1', { ...first, items: changed }, { ...all, replace: true, onRender })
  }

  it.each([0, 3, 20, 80])(
    'after %d files leaves catalog and manifest unchanged, and the next one repairs the tree',
    async (after) => {
      await folder.import('1', first, all)
      const before = folder.tree()
      const served = [folder.catalogHash(), readFileSync(path('manifest.json'), 'utf8')]
      await expect(breakOff(after)).rejects.toThrow('the disk is full')
      expect([folder.catalogHash(), readFileSync(path('manifest.json'), 'utf8')]).toEqual(served)
      await folder.render()
      expect(folder.tree()).toBe(before)
    },
  )

  it('never leaves an index next to files that it does not describe', async () => {
    await folder.import('1', first, all)
    await expect(breakOff(20)).rejects.toThrow('the disk is full')
    for (const [below, { files }] of indexes()) {
      const etags = Object.keys(files).map((name) => etagOf(readFileSync(join(below, `${name}.json`))))
      expect(etags).toEqual(Object.values(files))
    }
  })
})

describe('the total of a list', () => {
  it('counts the rows that the list answers, so that its file and the catalog have the same next page', async () => {
    const onTest = (version: number) => ({ branch: 'test', version: `t${version}` })
    const heads = [...Array.from({ length: 25 }, (_, at) => String(at + 1)), onTest(1), onTest(2)]
    await folder.importAll(heads.map((head) => folder.write(head)))
    const index = FolderIndexReader.read(readFileSync(path('_static/0/patches/index.json'), 'utf8'))
    folder.read((catalog) => {
      const request = readRequest(api, parseTarget('/v2/patches'), catalog)
      const answer = respond(request, catalog)
      const found = route(request, () => index)
      expect(found?.headers).toEqual(answer.headers)
      expect(JSON.parse(answer.body)).toMatchObject({ pagination: { total: 25, next: null } })
    })
    expect(index?.total).toBe(25)
    const files = Object.keys(index?.all('files') ?? {})
    expect(files.filter((name) => name.startsWith('list/'))).toEqual(['list/25/1', 'list/250/1'])
  })
})

describe('rendered files', () => {
  const outdated = async () => {
    const catalog = new Catalog(folder.catalogPath, api)
    try {
      return await isOutdated(catalog, folder.dataDir)
    } finally {
      catalog.close()
    }
  }

  it('are outdated if they were rendered from another state, but not if they are missing', async () => {
    await folder.import('1', first, all)
    expect(await outdated()).toBe(false)
    const { scopes, ...rest } = manifest()
    const rewrite = (changed: Manifest['scopes']) =>
      writeFileSync(path('manifest.json'), JSON.stringify({ ...rest, scopes: changed }))
    rewrite({ ...scopes, 1: { ...scopes['1'], fingerprint: 'of older code', folders: {} } })
    expect(await outdated()).toBe(true)
    await folder.render({ patches: 'none' })
    expect(Object.keys(manifest().scopes)).toEqual(['0'])
    expect(await outdated()).toBe(false)
    rmSync(path('manifest.json'))
    expect(await outdated()).toBe(false)
  })
})
