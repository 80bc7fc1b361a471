import fs, {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { problems } from '../../data/api/model/values/errors.ts'
import type { Manifest } from '../../data/api/static/manifest.ts'
import { etagOf, sha256 } from '../../data/store/files/etag.ts'
import { readIndex, readManifest } from '../../data/store/files/tree.ts'
import { rollBack } from '../roll-back.ts'
import { api } from '../../data/api/table.ts'
import { DataFolder, treeOf } from '../test/test-bundle.ts'
import { savePages } from '../pages/save-pages.ts'
import { bundleEdge } from './bundle-edge.ts'
import { publishedPagesLink } from '../render/published-pages.ts'
import { publishTree, type PublishedRelease } from './publish-tree.ts'
import { copySampleBundles } from '../../scripts/test/built-world.ts'

let folder: DataFolder
let bundles: string[]
const to = () => folder.beside('publish')
const publish = (options = {}) => publishTree({ dataDir: folder.dataDir, to: to(), ...options })
const current = (name = '') => join(to(), 'current', name)
const filesIn = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))

let first: PublishedRelease
beforeAll(async () => {
  folder = new DataFolder()
  bundles = await copySampleBundles(folder.beside('world'))
  await folder.importAll(bundles.slice(0, 3), { patches: 'all' })
  first = await publish()
})
afterAll(() => folder.close())

describe('a published tree', () => {
  it('contains manifest, indexes, their files and assets, error documents and the edge function, and nothing else', () => {
    const manifest = readManifest(folder.dataDir)
    const wanted = new Set([
      `public/catalog/${manifest?.catalog}.db`,
      'public/manifest.json',
      'edge-functions/edge.js',
      'files.json',
    ])
    for (const code of Object.keys(problems)) wanted.add(`public/_errors/${code}.json`)
    for (const [scope, { folders }] of Object.entries(manifest?.scopes ?? {}))
      for (const [name, hash] of Object.entries(folders)) {
        const index = readIndex(folder.dataDir, `_static/${scope}/${name}`, hash)
        wanted.add(`public/_static/${scope}/${name}/index.json`)
        for (const file of Object.keys(index?.all('files') ?? {}))
          wanted.add(`public/_static/${scope}/${name}/${file}.json`)
      }
    const found = filesIn(current())
    expect(found.filter((name) => !/^public\/(assets|bulk)\//.test(name)).sort()).toEqual([...wanted].sort())
    const bulk = filesIn(join(folder.dataDir, 'bulk'))
    expect(filesIn(current('public/bulk')).sort()).toEqual(bulk.sort())
    expect(filesIn(current('public/assets')).sort()).toEqual(filesIn(join(folder.dataDir, 'assets')).sort())
    expect(first.files).toBe(found.length - 1)
  })

  it('has the bytes of the data folder without a second copy of them', () => {
    const name = '_static/3/items/list/25/1.json'
    expect(readFileSync(current(`public/${name}`))).toEqual(readFileSync(join(folder.dataDir, name)))
    expect(statSync(current(`public/${name}`)).ino).toBe(statSync(join(folder.dataDir, name)).ino)
  })

  it('can be read by a web server of another user, unlike the files of the service', async () => {
    const files = join(folder.dataDir, '_static')
    for (const name of filesIn(files)) chmodSync(join(files, name), 0o600)
    const elsewhere = folder.beside('readable')
    await publishTree({ dataDir: folder.dataDir, to: elsewhere })
    const below = readdirSync(elsewhere, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isSymbolicLink())
      .map(({ parentPath, name }) => join(parentPath, name))
    const hidden = [elsewhere, ...below].filter((path) => (statSync(path).mode & 0o044) !== 0o044)
    expect(hidden).toEqual([])
  })

  it('has problems as error documents', () => {
    for (const [code, { status }] of Object.entries(problems))
      expect(JSON.parse(readFileSync(current(`public/_errors/${code}.json`), 'utf8'))).toMatchObject({ code, status })
  })

  it('has one hash for the same content, however often and wherever it is published', async () => {
    const again = await publish()
    expect(again).toEqual({ ...first, added: [], changed: [], removed: [] })
    const other = await publishTree({ dataDir: folder.dataDir, to: folder.beside('elsewhere') })
    expect(other.hash).toBe(first.hash)
    expect(treeOf(other.folder)).toBe(treeOf(first.folder))
    const elsewhere = mkdtempSync(join(tmpdir(), 'publish-')) // another disk where the data folder is in memory
    const copy = await publishTree({ dataDir: folder.dataDir, to: elsewhere })
    expect(treeOf(copy.folder)).toBe(treeOf(first.folder))
    rmSync(elsewhere, { recursive: true })
  })

  it('has compressed siblings only on request, because a CDN compresses itself', async () => {
    expect(filesIn(current('public/_static')).filter((name) => /\.(br|gz)$/.test(name))).toEqual([])
    const packed = await publishTree({ dataDir: folder.dataDir, to: folder.beside('packed'), compressed: true })
    const siblings = filesIn(packed.folder).filter((name) => /\.json\.(br|gz)$/.test(name))
    expect(siblings.length).toBeGreaterThan(0)
    expect(siblings.every((name) => existsSync(join(packed.folder, name.replace(/\.(br|gz)$/, ''))))).toBe(true)
  })

  it('has at most 50,000 files a folder', () => {
    const counts = new Map<string, number>()
    for (const name of filesIn(current())) counts.set(dirname(name), (counts.get(dirname(name)) ?? 0) + 1)
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(50_000)
  })
})

describe('a new patch', () => {
  it('adds files and touches almost none', async () => {
    const before = treeOf(current('public/_static/1'))
    await folder.importAll(bundles.slice(3), { patches: 'all' })
    const { added, changed, removed } = await publish()
    expect(removed.filter((name) => !name.startsWith('public/catalog/'))).toEqual([])
    const others = added.filter((name) => !/^public\/(_static\/4|assets|bulk|catalog)\//.test(name))
    expect(others.every((name) => name.startsWith('public/_static/0/patches/'))).toBe(true)
    expect(added.length).toBeGreaterThan(200)
    // The lists of patches, the previously current patch of main, indexes of assets and bulk files, and the manifest.
    const touched = changed.map((name) => name.replace(/^public\//, '').replace(/\/row\/[0-9a-f]{2}\//, '/row/*/'))
    expect(touched).toEqual([
      '_static/0/assets.single/index.json',
      '_static/0/bulk.file/index.json',
      '_static/0/patches/index.json',
      '_static/0/patches/list/25/1.json',
      '_static/0/patches/list/250/1.json',
      '_static/0/patches/row/*/2.json',
      'manifest.json',
    ])
    expect(treeOf(current('public/_static/1'))).toBe(before)
    console.log(`a patch of the small world: ${added.length} files added, ${changed.length} changed`)
  })

  it('that is taken back leaves the release before it, and the tree of two releases', async () => {
    await rollBack({ api, dataDir: folder.dataDir, patches: 'all' })
    const { hash, added, removed } = await publish()
    expect(hash).toBe(first.hash)
    expect(added.filter((name) => !name.startsWith('public/catalog/'))).toEqual([])
    expect(removed.some((name) => name.startsWith('public/_static/4/'))).toBe(true)
    expect(readlinkSync(join(to(), 'current'))).toBe(`releases/${first.hash.slice(0, 16)}`)
    expect(readdirSync(join(to(), 'releases'))).toHaveLength(2)
  })
})

/** Truncates a file after breaking its hard link, because the releases contain the complete file. */
function tear(path: string): void {
  rmSync(path)
  writeFileSync(path, '{')
}

describe('pages that were written', () => {
  const pages = () => filesIn(current('public')).filter((name) => name === 'pages.json' || name.startsWith('_pages/'))
  const manifestNow = () => JSON.parse(readFileSync(current('public/manifest.json'), 'utf8')) as Manifest
  const served = () => existsSync(join(folder.dataDir, publishedPagesLink, 'index.html'))
  const rollBackOnce = () => rollBack({ api, dataDir: folder.dataDir, patches: 'all' })
  beforeAll(async () => {
    await savePages({
      ...{ dataDir: folder.dataDir, origin: 'https://ledger.test', first: ['/'] },
      ...{ state: readManifest(folder.dataDir)?.state ?? '', site: 'first' },
      answer: () => Promise.resolve({ status: 200, body: Buffer.from('<h1>Home</h1>'), isLive: false }),
    })
  })

  it('are published with an index whose hash is in the manifest', async () => {
    await publish()
    expect(pages().sort()).toEqual(['_pages/index.html', 'pages.json'])
    expect(manifestNow().pages).toBe(sha256(readFileSync(current('public/pages.json'), 'utf8')))
    expect(served()).toBe(true)
  })

  it('are left to the service if they are excluded', async () => {
    await publish({ pages: false })
    expect([pages(), manifestNow().pages, served()]).toEqual([[], undefined, false])
  })

  it('are neither served nor published once there is another catalog', async () => {
    await publish()
    await folder.render()
    expect(served()).toBe(true)
    await rollBackOnce()
    expect(served()).toBe(false)
    const link = readlinkSync(join(to(), 'current'))
    await expect(publish({ pages: 'required' })).rejects.toThrow(
      /^The pages do not show the state from which the files were rendered, .*: run `npm run render`, then publish again\.$/,
    )
    expect(readlinkSync(join(to(), 'current'))).toBe(link)
    await publish()
    expect([pages(), served()]).toEqual([[], false])
    await rollBackOnce()
    expect(served()).toBe(false)
    await publish({ pages: 'required' })
    expect(served()).toBe(true)
  })

  it.each([
    ['a page', /^_pages\/index\.html$/, /_pages\/index\.html is missing: remove .*\/pages\.json, and publish again\.$/],
    [
      'a picture',
      /^assets\/.*webp/,
      /webp is missing: run `npm run import -- <bundle> --replace` with a bundle that has it\.$/,
    ],
  ])('a missing file is reported with its remedy: %s', async (_, wanted, sentence) => {
    const path = join(folder.dataDir, filesIn(folder.dataDir).find((name) => wanted.test(name)) ?? '')
    const whole = readFileSync(path)
    onTestFinished(() => writeFileSync(path, whole))
    rmSync(path)
    await expect(publish()).rejects.toThrow(sentence)
  })
})

describe('a release is switched to whole, or not at all', () => {
  it('the previous one can still be read', async () => {
    const held = join(to(), readlinkSync(join(to(), 'current')))
    const listed = treeOf(join(held, 'public/_static/0'))
    await rollBack({ api, dataDir: folder.dataDir, patches: 'all' })
    const { folder: next } = await publish()
    expect(next).not.toBe(held)
    expect(treeOf(join(held, 'public/_static/0'))).toBe(listed)
    expect(readdirSync(to()).sort()).toEqual(['current', 'publish.lock', 'releases'])
  })

  it.each([
    ['a file is missing', (path: string) => rmSync(path), /is missing: run/],
    ['a file is torn', tear, /is not the file that its index lists/],
  ])('nothing changes if %s', async (_, spoil, reason) => {
    const link = readlinkSync(join(to(), 'current'))
    const path = join(folder.dataDir, '_static/3/items/list/25/1.json')
    const whole = readFileSync(path)
    spoil(path)
    await expect(publish()).rejects.toThrow(reason)
    expect(readlinkSync(join(to(), 'current'))).toBe(link)
    rmSync(path, { force: true })
    writeFileSync(path, whole)
    await publish()
  })

  it('nothing changes if the disk of the releases is full, which the error names', async () => {
    const spy = vi.spyOn(fs, 'linkSync').mockImplementation(() => {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    })
    syncBuiltinESMExports()
    onTestFinished(() => {
      spy.mockRestore()
      syncBuiltinESMExports()
    })
    await expect(publish()).rejects.toThrow(`The disk of ${to()} is full: `)
  })

  it('nothing changes if nothing was rendered', async () => {
    const empty = new DataFolder()
    await expect(publishTree({ dataDir: empty.dataDir, to: to() })).rejects.toThrow(/has no rendered tree/)
    empty.close()
  })
})

describe('the edge function', () => {
  it('is one module without imports, far below 20 MB, and the same every time', async () => {
    const text = await bundleEdge()
    expect(text).not.toMatch(/\bimport\s*[{*'"]|\brequire\(|from\s*["']node:/)
    expect(text.length).toBeLessThan(1_000_000)
    expect(etagOf(await bundleEdge())).toBe(etagOf(text))
    console.log(`edge bundle: ${text.length} bytes`)
  })
})
