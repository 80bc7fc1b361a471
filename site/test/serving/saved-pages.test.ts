// Pages of the current patch are written at publish. They are the ones that the service would answer, and the CDN has
// them without it.
import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readPages } from '../../../build/pages/save-pages.ts'
import { publicFolder, publishTree, type PublishedRelease } from '../../../build/publish-tree/publish-tree.ts'
import { pageFile, pagesFolder } from '../../../data/api/static/page-files.ts'
import { api } from '../../../data/api/table.ts'
import { fetchApi } from '../../../dynamic/test/fixtures/test-client.ts'
import { startPlatform } from '../../../dynamic/test/edge/edge-service.ts'
import { openSampleFixture, type Fixture, type ServedFixture } from '../../../dynamic/test/fixtures/test-service.ts'
import { hasNginx, startNginxOn, type RunningNginx } from '../../../dynamic/test/edge/nginx-service.ts'
import { savePagesOf } from '../../../scripts/site/pages.ts'
import { openSite, siteFiles } from '../../server/open-site.ts'
import { copySampleBundles } from '../../../scripts/test/built-world.ts'
import { inLongForm } from '../../../scripts/test/long-form.ts'

const origin = 'https://ledger.test'

let fixture: Fixture
let service: ServedFixture
let release: PublishedRelease
let platform: ChildProcess
let edge: { port: number }
let nginx: RunningNginx | undefined
let pages: Readonly<Record<string, string>>

/** In the short form only three cards of each kind, because drawing one takes a tenth of a second. */
const maxCards = inLongForm(Infinity, 3)
const cards = new Map<string, Set<string>>()
const tooManyCards = {
  test(path: string) {
    const [, kind] = /^\/cards\/([^/]+)\//.exec(path) ?? []
    if (kind === undefined) return false
    const ofKind = cards.get(kind) ?? new Set()
    if (ofKind.size < maxCards) cards.set(kind, ofKind.add(path))
    return !ofKind.has(path)
  },
}
const save = () => savePagesOf({ dataDir: fixture.dataDir, origin, without: tooManyCards })
const publish = () =>
  publishTree({
    dataDir: fixture.dataDir,
    to: join(fixture.dataDir, 'publish'),
    compressed: true,
    siteFiles: siteFiles(),
  })

beforeAll(async () => {
  fixture = await openSampleFixture()
  await save()
  pages = readPages(fixture.dataDir)?.pages ?? {}
  release = await publish()
  service = await fixture.serve({
    site: await openSite(fixture.dataDir),
    account: { publicUrl: origin, sessionSecret: 'a-session-secret-of-more-than-32-characters' },
  })
  const [child, port] = await startPlatform(release.folder, { ORIGIN_URL: service.url, ORIGIN_TIMEOUT_MS: '2000' })
  platform = child
  edge = { port }
  if (hasNginx) nginx = await startNginxOn(fixture, release.folder, [service.port])
}, 600_000)
afterAll(async () => {
  platform.kill('SIGKILL')
  await nginx?.stop()
  await fixture.close()
})

const written = (path: string) =>
  readFileSync(join(release.folder, publicFolder, pagesFolder, pageFile(path) ?? ''), 'utf8')
const changedItem = 'id.item.ember_lantern_5001'

/** Copies the last bundle as the next patch, with a different vendor price of one item; returns its folder. */
async function oneChange(): Promise<string> {
  const bundle = (await copySampleBundles(join(fixture.dataDir, 'world'))).at(-1) ?? ''
  writeFileSync(join(bundle, 'patch.json'), JSON.stringify({ branch: 'main', version: '1.3.0.1' }))
  const file = join(bundle, 'items.ndjson')
  const rows = readFileSync(file, 'utf8').trimEnd().split('\n')
  const dearer = (row: string) =>
    row.includes(changedItem) ? row.replace(/"vendor_price":\d+/, '"vendor_price":4242') : row
  writeFileSync(file, rows.map(dearer).join('\n'))
  return bundle
}

/** Of each kind some. */
const some = () => {
  const counts: Record<string, number> = {}
  return Object.keys(pages).filter((path) => {
    const kind = path.slice(0, path.lastIndexOf('/') + 1)
    counts[kind] = (counts[kind] ?? 0) + 1
    return counts[kind] <= 3
  })
}

/** Of the sample world, where the service shows what it saw itself. */
const showsLiveExample = (path: string) =>
  api.endpoints.some((one) => one.kind === 'live' && path === `/docs/endpoints/${one.id}`)

describe('saved pages', () => {
  it('are those of rows, lists, patches and docs, and the files that they use', async () => {
    const { body } = (await fetchApi(service, '/v2/items?limit=250')).json as { body: { id: string }[] }
    for (const { id } of body) expect(pages, id).toHaveProperty([`/items/${id}`])
    for (const path of [
      '/',
      '/items',
      '/patches',
      '/patches/1',
      '/patches.atom',
      '/docs',
      '/errors',
      '/docs/guides/paging',
    ])
      expect(pages).toHaveProperty([path])
    expect(pages).toHaveProperty(['/docs/search.json'])
  })

  it('include every endpoint, with an example of live ones too', () => {
    for (const { id } of api.endpoints) {
      expect(pages).toHaveProperty([`/docs/endpoints/${id}`])
      expect(written(`/docs/endpoints/${id}`), id).not.toContain('needs data that has not been observed yet')
    }
  })

  it('contain no live data', () => {
    for (const path of ['/market', '/population', '/trades', '/dashboard', '/leaderboards'])
      expect(pages).not.toHaveProperty([path])
    for (const path of some()) expect(written(path), path).not.toMatch(/data-age=|\bago</)
  })

  it('equal the responses of the service, byte for byte', async () => {
    for (const path of some().filter((one) => !showsLiveExample(one)))
      expect((await fetchApi(service, path)).text, path).toBe(written(path))
  })

  it('are not rewritten if they have not changed', async () => {
    expect(await save()).toMatchObject({ written: 0, removed: 0, pages: Object.keys(pages).length })
    const { added, changed, removed } = await publish()
    expect([added, changed, removed]).toEqual([[], [], []])
  })
})

const headersThatMatter = ['content-type', 'content-security-policy', 'cache-control', 'x-content-type-options']

describe.each([
  ['the edge', () => edge],
  ['nginx', () => nginx],
] as const)('%s', (name, at) => {
  it.skipIf(name === 'nginx' && !hasNginx)('answers them as the service does', async () => {
    for (const path of some()) {
      const [there, here] = [await fetchApi(at() ?? edge, path), await fetchApi(service, path)]
      expect([there.status, there.text], path).toEqual([200, showsLiveExample(path) ? written(path) : here.text])
      for (const header of headersThatMatter)
        expect(there.headers[header], `${path} ${header}`).toBe(here.headers[header])
    }
  })

  it.skipIf(name === 'nginx' && !hasNginx)(
    'passes on what a query asks for, what is live and what is no page',
    async () => {
      const item = Object.keys(pages).find((path) => path.startsWith('/items/'))
      for (const path of [
        '/items?rarity=epic',
        `${item}?patch=1`,
        '/items/id.item.nothing',
        '/market',
        '/%69tems',
        '/items/../items',
      ])
        expect((await fetchApi(at() ?? edge, path)).status, path).toBe((await fetchApi(service, path)).status)
      expect((await fetchApi(at() ?? edge, `${item}?patch=1`)).text).not.toBe(written(item ?? ''))
    },
  )

  it.skipIf(name === 'nginx' && !hasNginx)('answers 304 to a client that has the page', async () => {
    const { headers } = await fetchApi(at() ?? edge, '/items')
    const again = await fetchApi(at() ?? edge, '/items', { headers: { 'if-none-match': headers.etag ?? '' } })
    expect([again.status, again.text]).toEqual([304, ''])
  })
})

describe('a patch that changes one item', () => {
  const path = `/items/${changedItem}`
  let changed: readonly string[]
  let atOnce: readonly string[]
  beforeAll(async () => {
    await fixture.import([await oneChange()])
    await vi.waitFor(async () => expect((await fetchApi(service, path)).text).not.toBe(written(path)), 60_000)
    atOnce = await Promise.all([nginx ?? service, service].map(async (one) => (await fetchApi(one, path)).text))
    const before = pages
    await save()
    await publish()
    const after = readPages(fixture.dataDir)?.pages ?? {}
    changed = Object.keys(after).filter((path) => before[path] !== undefined && before[path] !== after[path])
  }, 120_000)

  it.skipIf(!hasNginx)('is shown by nginx, before and after it is published', async () => {
    const [there, here] = atOnce
    expect(there).toBe(here)
    expect((await fetchApi(nginx ?? edge, path)).text).toBe(here)
  })

  it('changes its page, and those that name the patch', () => {
    expect(changed).toContain(`/items/${changedItem}`)
    expect(changed).toEqual(expect.arrayContaining(['/', '/patches', '/patches.atom', '/explore']))
  })

  /** The lantern is for every class, so each has it in its report, and each report of the branch names the new patch. */
  const classPages = ['duelist', 'hexer', 'warden'].flatMap((slug) =>
    ['', '/changes.atom', '/patches/2', '/patches/4'].map((page) => `/classes/id.player_character.${slug}${page}`),
  )

  it('changes the pages, feeds and reports of the classes that may use the item', () => {
    expect(changed.filter((path) => path.startsWith('/classes')).sort()).toEqual(classPages)
  })

  it('leaves all other pages unchanged, except for the examples of the docs', () => {
    const others = changed.filter(
      (path) => !/^\/(docs|errors)/.test(path) && !path.includes(changedItem) && !classPages.includes(path),
    )
    expect(others.length, others.join(' ')).toBeLessThan(40)
    expect(others.filter((path) => path.startsWith('/items/'))).toEqual([])
  })
})

const shownWith = readdirSync('site/public')

describe.each([
  ['the edge', () => edge],
  ['nginx', () => nginx],
] as const)('%s', (name, at) => {
  it.skipIf(name === 'nginx' && !hasNginx)('has the files that pages use', async () => {
    for (const file of shownWith) {
      const [there, here] = [await fetchApi(at() ?? edge, `/${file}`), await fetchApi(service, `/${file}`)]
      expect([there.status, there.identity], file).toEqual([200, here.identity])
      // The platform has headers of its own for them.
      for (const header of name === 'nginx' ? headersThatMatter : [])
        expect(there.headers[header], `${file} ${header}`).toBe(here.headers[header])
    }
  })
})

describe('with the service stopped', () => {
  it('every saved page is served', async () => {
    await service.close()
    for (const path of Object.keys(pages)) expect((await fetchApi(edge, path)).status, path).toBe(200)
    for (const path of nginx ? some() : []) expect((await fetchApi(nginx ?? edge, path)).status, path).toBe(200)
  })

  it('the files that they use are served too', async () => {
    const styles = /\/_site\/[\w.-]+\.css/.exec(written('/'))?.[0] ?? ''
    for (const path of [styles, ...shownWith.map((file) => `/${file}`)])
      for (const at of [edge, nginx ?? edge]) expect((await fetchApi(at, path)).status, path).toBe(200)
  })

  it('pages that need the service say so', async () => {
    for (const path of ['/market', '/items?rarity=epic']) expect((await fetchApi(edge, path)).status, path).toBe(503)
  })
})
