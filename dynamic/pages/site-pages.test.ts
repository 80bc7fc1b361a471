import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ServiceOptions } from '../service.ts'
import type { Site } from '../../site/server/site-interface.ts'
import { fetchApi } from '../test/fixtures/test-client.ts'
import { openFixture, type Fixture } from '../test/fixtures/test-service.ts'

const publicUrl = 'https://ledger.example'
const account: ServiceOptions['account'] = { publicUrl, sessionSecret: 'a-session-secret-of-more-than-32-characters' }
const site: Site = (_req, res, _next, { origin, signIn }) => void res.json({ origin, signIn })

let fixture: Fixture
beforeAll(() => {
  fixture = openFixture()
})
afterAll(() => fixture.close())

it('pages use the configured public URL, whatever host a request names', async () => {
  const service = await fixture.serve({ site, account })
  const claims = { host: 'evil.test', 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.test' }
  for (const headers of [undefined, claims])
    expect((await fetchApi(service, '/items', { headers })).json).toEqual({ origin: publicUrl, signIn: 'off' })
})

it('a problem in place of a page has the reason phrase of its own status', async () => {
  const missing: Site = (_req, res) => {
    res.statusMessage = 'OK'
    res.writeHead(404).end('no page')
  }
  const service = await fixture.serve({ site: missing, account })
  const reply = await fetch(`http://127.0.0.1:${service.port}/nothing`, { headers: { accept: 'application/json' } })
  expect([reply.status, reply.statusText]).toEqual([404, 'Not Found'])
})

it('invalid percent-encodings in paths are escaped before the site gets them', async () => {
  const echo: Site = (req, res) => void res.json(req.url)
  const service = await fixture.serve({ site: echo, account })
  for (const [given, asked] of [
    ['/items/%ff?x=%ff', '/items/%25ff?x=%ff'],
    ['/items/%E2%82%AC%zz%', '/items/%E2%82%AC%25zz%25'],
    ['/items/%41?q=%', '/items/%41?q=%'],
  ] as const)
    expect((await fetchApi(service, given)).json).toBe(asked)
})

it('pages know which kind of sign-in there is', async () => {
  const provider = {
    ...{ clientId: 'ledger', clientSecret: 'secret', scope: 'identify' },
    ...{ authorizeUrl: publicUrl, tokenUrl: publicUrl, userUrl: publicUrl },
  }
  const service = await fixture.serve({ site, account: { ...account, provider } })
  expect((await fetchApi(service, '/items')).json).toMatchObject({ signIn: 'provider' })
})
