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

it('pages name the address that the service was told, whatever a request claims', async () => {
  const service = await fixture.serve({ site, account })
  const claims = { host: 'evil.test', 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.test' }
  for (const headers of [undefined, claims])
    expect((await fetchApi(service, '/items', { headers })).json).toEqual({ origin: publicUrl, signIn: 'off' })
})

it('pages know whether there is a sign-in', async () => {
  const provider = {
    ...{ clientId: 'ledger', clientSecret: 'secret', scope: 'identify' },
    ...{ authorizeUrl: publicUrl, tokenUrl: publicUrl, userUrl: publicUrl },
  }
  const service = await fixture.serve({ site, account: { ...account, provider } })
  expect((await fetchApi(service, '/items')).json).toMatchObject({ signIn: 'provider' })
})
