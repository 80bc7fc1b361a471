// URLs name patches as in the API; pages explain why a name matches no patch, or several.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PatchIndex, type Patch } from '../../../data/api/model/patches.ts'
import { fetchApi } from '../../../dynamic/test/fixtures/test-client.ts'
import { openSampleFixture, type Fixture, type ServedFixture } from '../../../dynamic/test/fixtures/test-service.ts'
import { openSite } from '../../server/open-site.ts'

const several = '9.9.0.1'
let fixture: Fixture
let service: ServedFixture
beforeAll(async () => {
  fixture = await openSampleFixture()
  const site = await openSite(fixture.dataDir)
  const [first] = fixture.catalog().patches.all
  const more = ['ptr', 'beta'].map((branch, nth): Patch => ({
    ...(first as Patch),
    id: 11 + nth,
    branch,
    version: several,
    is_current: false,
  }))
  const indexes = new WeakMap<PatchIndex, PatchIndex>()
  service = await fixture.serve({
    site(req, res, next, locals) {
      const patches = indexes.get(locals.patches) ?? new PatchIndex([...locals.patches.all, ...more])
      indexes.set(locals.patches, patches)
      site(req, res, next, { ...locals, patches })
    },
  })
})
afterAll(() => fixture.close())

describe('an id or a version of one patch', () => {
  it.each(['/patches/4', '/patches/1.2.0.2247', '/patches/current'])('%s is a page', async (path) => {
    const { status, text } = await fetchApi(service, path)
    expect(status).toBe(200)
    expect(text).toContain('1.2.0.2247')
  })

  it.each(['/cards/patches/4.png', '/cards/patches/1.2.0.2247.png'])('%s exists', async (path) =>
    expect((await fetchApi(service, path)).status).toBe(200),
  )
})

describe('a name of no patch', () => {
  const paths = ['99', '04', '4e0', '0x4', '+4', '1.2'].flatMap((name) => [
    ...[`/patches/${name}`, `/cards/patches/${name}.png`],
    `/items?patch=${encodeURIComponent(name)}`,
  ])
  it.each(paths)('%s is a 404', async (path) => {
    const { status, text } = await fetchApi(service, path)
    expect(status).toBe(404)
    expect(text).toContain('has not been imported')
  })
})

describe('a version that several branches have', () => {
  it.each([
    [`/items?rarity=epic&patch=${several}`, '?rarity=epic&amp;patch='],
    [`/patches/${several}`, '/patches/'],
    [`/cards/items.png?patch=${several}`, '?patch='],
  ])('%s offers the ids to choose from', async (path, start) => {
    const { status, text, headers } = await fetchApi(service, path)
    expect([status, headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    expect(text).not.toContain('has not been imported')
    expect(text).toContain('use an id (11 on ptr, 12 on beta)')
    for (const id of [11, 12]) expect(text).toContain(`href="${start}${id}"`)
  })

  it('has no card', async () => {
    expect((await fetchApi(service, `/cards/patches/${several}.png`)).status).toBe(400)
  })
})

it('a page of an old patch is served however many others are requested', async () => {
  const locales = ['en', 'de', 'es', 'fr', 'ja', 'ko', 'ru']
  const requested = await Promise.all(locales.map((locale) => fetchApi(service, `/explore?patch=1&locale=${locale}`)))
  expect(requested.map(({ status }) => status)).toEqual(locales.map(() => 200))
})
