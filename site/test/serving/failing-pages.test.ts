// A page that throws is answered with 500, without details of the error, and is neither cached nor saved.
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { savePages } from '../../../build/pages/save-pages.ts'
import { Generation } from '../../../dynamic/catalog/generation.ts'
import type { Site } from '../../server/site-interface.ts'
import { fetchApi } from '../../../dynamic/test/fixtures/test-client.ts'
import { openSampleFixture, type Fixture, type ServedFixture } from '../../../dynamic/test/fixtures/test-service.ts'
import { serveSite } from '../../../scripts/site/pages.ts'
import { openSite } from '../../server/open-site.ts'

const secret = 'out of lamp oil'
const lines: Record<string, unknown>[] = []
const log = pino(
  { level: 'error' },
  { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
)

let fixture: Fixture
let service: ServedFixture
let broken: Site
/** Number of API calls that succeed before one throws. */
let good = 0
beforeAll(async () => {
  fixture = await openSampleFixture()
  const site = await openSite(fixture.dataDir)
  broken = (req, res, next, locals) => {
    let left = good
    const askOrThrow: typeof locals.fetchApi = (target) =>
      left-- > 0 ? locals.fetchApi(target) : Promise.reject(new Error(secret))
    site(req, res, next, { ...locals, fetchApi: askOrThrow })
  }
  service = await fixture.serve({ site: broken, log })
})
afterAll(() => fixture.close())

describe.each([0, 1, 2])('a page whose call number %i of the API throws', (calls) => {
  it.each(['/items/id.item.ember_lantern_5001', '/items?rarity=epic', '/cards/items.png'])('%s', async (path) => {
    good = path === '/cards/items.png' ? 0 : calls
    lines.length = 0
    const { status, headers, text } = await fetchApi(service, path)
    expect(status).toBe(500)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' })
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    expect(text).toMatch(/<h1>Something went wrong/)
    expect(text).toContain(`<a href="${path}">Try again</a>`)
    expect(text).not.toContain(secret)
    const requestId = String(headers['x-request-id'])
    expect(text).toContain(`<code>${requestId}</code>`)
    expect(lines).toMatchObject([{ requestId, path: path.replace(/\?.*/, ''), err: { message: secret } }])
  })
})

it('an unknown page is still a 404', async () => {
  good = 9
  for (const path of ['/500', '/nothing']) expect((await fetchApi(service, path)).status, path).toBe(404)
})

it('publishing stops at a page that fails', async () => {
  good = 1
  const generation = new Generation(fixture.catalog(), fixture.dataDir, undefined)
  const server = await serveSite(broken, generation, 'https://ledger.test')
  const saving = savePages({
    ...{ dataDir: fixture.dataDir, origin: 'https://ledger.test', state: 'any', site: 'any' },
    ...{ first: ['/items/id.item.ember_lantern_5001'], answer: server.answer },
  })
  await expect(saving).rejects.toMatchObject({
    message: 'The page /items/id.item.ember_lantern_5001 failed with 500.',
    cause: { message: secret },
  })
  await server.close()
})
