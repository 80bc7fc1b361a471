import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { etagOf } from '../../data/store/files/etag.ts'
import { readPages, savePages, type PageResponse, type SavePagesOptions } from './save-pages.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'pages-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const page = (body: string, more: Partial<PageResponse> = {}): PageResponse => ({
  status: 200,
  body: Buffer.from(body),
  isLive: false,
  ...more,
})

/** A site with these pages, which answers 404 for any other path and records the requested paths. */
function siteOf(pages: Readonly<Record<string, PageResponse>>) {
  const requested: string[] = []
  const save = (more: Partial<SavePagesOptions> = {}) =>
    savePages({
      ...{ dataDir, origin: 'https://ledger.test', state: 'moths', site: 'first', first: ['/'] },
      answer(path) {
        requested.push(path)
        return Promise.resolve(pages[path] ?? page('Nothing here', { status: 404 }))
      },
      ...more,
    })
  return { requested, save }
}

const file = (name: string) => join(dataDir, '_pages', name)
const world = {
  '/': page('<a href="/items">Items</a> <a href="/market">Market</a>'),
  '/items': page(`<a href="/items/id.item.lantern_1">Lantern</a> ${'and more '.repeat(1000)}`),
  '/items/id.item.lantern_1': page('<a href="/">Home</a> <a href="/items/id.item.gone_1">Gone</a>'),
  '/market': page('<a href="/market/id.item.lantern_1">', { isLive: true }),
}

it('follows links, requests each page once, and writes pages that exist and are not live', async () => {
  const { requested, save } = siteOf(world)
  expect(await save()).toEqual({ pages: 3, written: 3, removed: 0 })
  expect(requested).toEqual(['/', '/items', '/market', '/items/id.item.lantern_1', '/items/id.item.gone_1'])
  expect(Object.keys(readPages(dataDir)?.pages ?? {})).toEqual(['/', '/items', '/items/id.item.lantern_1'])
  expect(readFileSync(file('items/id.item.lantern_1.html'), 'utf8')).toContain('Home')
})

it('leaves excluded paths to the service', async () => {
  const { requested, save } = siteOf(world)
  expect(await save({ without: /^\/items\// })).toMatchObject({ pages: 2 })
  expect(requested).toEqual(['/', '/items', '/market'])
})

it('lists an ETag for each page, and writes siblings of long pages', async () => {
  await siteOf(world).save()
  const items = readFileSync(file('items.html'))
  expect(readPages(dataDir)?.pages['/items']).toBe(etagOf(items))
  expect(brotliDecompressSync(readFileSync(file('items.html.br')))).toEqual(items)
  expect(existsSync(file('index.html.br'))).toBe(false)
})

it('requests nothing if neither the catalog nor the site has changed', async () => {
  await siteOf(world).save()
  const { requested, save } = siteOf(world)
  expect(await save()).toEqual({ pages: 3, written: 0, removed: 0 })
  expect(requested).toEqual([])
})

it.each([{ state: 'embers' }, { site: 'second' }])(
  'requests pages again with %j, and writes only changed ones',
  async (changed) => {
    await siteOf(world).save()
    const before = statSync(file('items.html')).ino
    const next = { ...world, '/items/id.item.lantern_1': page('<a href="/">Brighter</a>') }
    expect(await siteOf(next).save(changed)).toEqual({ pages: 3, written: 1, removed: 0 })
    expect(statSync(file('items.html')).ino).toBe(before)
    expect(readPages(dataDir)).toMatchObject(changed)
  },
)

it('removes pages that no longer exist, and siblings of pages that became short', async () => {
  await siteOf(world).save()
  const saved = await siteOf({ '/': world['/'], '/items': page('None left') }).save({ state: 'embers' })
  expect(saved).toEqual({ pages: 2, written: 1, removed: 1 })
  expect([existsSync(file('items/id.item.lantern_1.html')), existsSync(file('items.html.br'))]).toEqual([false, false])
})

it('writes pages again that are missing in the folder', async () => {
  await siteOf(world).save()
  writeFileSync(file('index.html'), 'half')
  expect(await siteOf(world).save({ state: 'embers' })).toMatchObject({ written: 1 })
  expect(readFileSync(file('index.html'))).toEqual(world['/'].body)
})

it('stops if a page fails, and requests all pages next time, even for the previous state', async () => {
  await siteOf(world).save()
  const changed = { ...world, '/': page('<a href="/items">Moths</a> <a href="/market">Market</a>') }
  const broken = siteOf({ ...changed, '/items': page('oh', { status: 500 }) })
  await expect(broken.save({ state: 'embers' })).rejects.toThrow('The page /items failed with 500')
  expect(readPages(dataDir)).toBeUndefined()
  expect(await siteOf(world).save()).toEqual({ pages: 3, written: 1, removed: 0 })
  expect(readFileSync(file('index.html'))).toEqual(world['/'].body)
})

it('writes a page again if its file has other bytes of the same size', async () => {
  await siteOf(world).save()
  writeFileSync(file('index.html'), world['/'].body.toString().replace('Items', 'Hexes'))
  rmSync(join(dataDir, 'pages.json'))
  expect(await siteOf(world).save()).toMatchObject({ written: 1 })
  expect(readFileSync(file('index.html'))).toEqual(world['/'].body)
})

it('requests pages again if the index is damaged', async () => {
  await siteOf(world).save()
  writeFileSync(join(dataDir, 'pages.json'), '{"format":1,"sta')
  expect(readPages(dataDir)).toBeUndefined()
  expect(await siteOf(world).save()).toEqual({ pages: 3, written: 0, removed: 0 })
})
