// How an address means a patch: as the API decides it, and pages say why where it means none, or several.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PatchIndex, type Patch } from '../../data/api/patches.ts'
import { ask } from '../../dynamic/test/ask.ts'
import { openSampleHouse, type House, type ServedHouse } from '../../dynamic/test/house.ts'
import { openSite } from '../../scripts/site.ts'

const several = '9.9.0.1'
let house: House
let service: ServedHouse
/** Calls of the API do not end before this has. */
let held = Promise.resolve()
beforeAll(async () => {
  house = await openSampleHouse()
  const site = await openSite(house.dataDir)
  const [first] = house.catalog().patches.all
  const more = ['ptr', 'beta'].map((branch, nth): Patch => ({
    ...(first as Patch),
    id: 11 + nth,
    branch,
    version: several,
    is_current: false,
  }))
  const indexes = new WeakMap<PatchIndex, PatchIndex>()
  service = await house.serve({
    site(req, res, next, locals) {
      const patches = indexes.get(locals.patches) ?? new PatchIndex([...locals.patches.all, ...more])
      indexes.set(locals.patches, patches)
      const slow: typeof locals.ask = (target) => held.then(() => locals.ask(target))
      site(req, res, next, { ...locals, patches, ask: slow })
    },
  })
})
afterAll(() => house.close())

describe('an id or a version of one patch', () => {
  it.each(['/patches/4', '/patches/1.2.0.2247', '/patches/current'])('%s is a page', async (path) => {
    const { status, text } = await ask(service, path)
    expect(status).toBe(200)
    expect(text).toContain('1.2.0.2247')
  })

  it.each(['/cards/patches/4.png', '/cards/patches/1.2.0.2247.png', '/search/4.json', '/search/1.1.0.2188.json'])(
    '%s is there',
    async (path) => expect((await ask(service, path)).status).toBe(200),
  )
})

describe('what names no patch', () => {
  const paths = ['99', '04', '4e0', '0x4', '+4', '1.2'].flatMap((name) => [
    ...[`/patches/${name}`, `/cards/patches/${name}.png`, `/search/${name}.json`],
    `/items?patch=${encodeURIComponent(name)}`,
  ])
  it.each(paths)('%s is not there', async (path) => {
    const { status, text } = await ask(service, path)
    expect(status).toBe(404)
    if (!path.startsWith('/search')) expect(text).toContain('never imported here')
  })
})

describe('a version that several branches have', () => {
  it.each([
    [`/items?rarity=epic&patch=${several}`, '?rarity=epic&#38;patch='],
    [`/patches/${several}`, '/patches/'],
    [`/cards/items.png?patch=${several}`, '?patch='],
  ])('%s is asked back about, with the ids', async (path, start) => {
    const { status, text, headers } = await ask(service, path)
    expect([status, headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    expect(text).not.toContain('never imported here')
    expect(text).toContain('use an id (11 on ptr, 12 on beta)')
    for (const id of [11, 12]) expect(text).toContain(`href="${start}${id}"`)
  })

  it('has no names and no card', async () => {
    expect((await ask(service, `/search/${several}.json`)).status).toBe(400)
    expect((await ask(service, `/cards/patches/${several}.png`)).status).toBe(400)
  })
})

it('a page of an old patch is refused for some seconds where too many others are being read', async () => {
  let goOn: () => void = () => undefined
  held = new Promise((resolve) => (goOn = resolve))
  const locales = ['en', 'de', 'es', 'fr', 'ja', 'ko', 'ru']
  const asked = locales.map((locale) => ask(service, `/explore?patch=1&locale=${locale}`))
  const first = await Promise.race(asked)
  goOn()
  expect(first.status).toBe(503)
  expect(first.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' })
  const [, again = ''] = /<a href="(\/explore[^"]+)">Ask again/.exec(first.text) ?? []
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 503, 503])
  expect((await ask(service, again.replace('&#38;', '&'))).status).toBe(200)
  expect((await ask(service, '/busy')).status).toBe(404)
})
