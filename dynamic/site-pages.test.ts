import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ServiceOptions } from './service.ts'
import type { Site } from './site-pages.ts'
import { ask } from './test/ask.ts'
import { openHouse, type House } from './test/house.ts'

const publicUrl = 'https://ledger.example'
const account: ServiceOptions['account'] = { publicUrl, sessionSecret: 'a-session-secret-of-more-than-32-characters' }
const site: Site = (_req, res, _next, { origin, hasSignIn }) => void res.json({ origin, hasSignIn })

let house: House
beforeAll(() => {
  house = openHouse()
})
afterAll(() => house.close())

it('pages name the address that the service was told, whatever a request claims', async () => {
  const service = await house.serve({ site, account })
  const claims = { host: 'evil.test', 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.test' }
  for (const headers of [undefined, claims])
    expect((await ask(service, '/items', { headers })).json).toEqual({ origin: publicUrl, hasSignIn: false })
})

it('pages know whether there is a sign-in', async () => {
  const provider = {
    ...{ clientId: 'ledger', clientSecret: 'secret', scope: 'identify' },
    ...{ authorizeUrl: publicUrl, tokenUrl: publicUrl, userUrl: publicUrl },
  }
  const service = await house.serve({ site, account: { ...account, provider } })
  expect((await ask(service, '/items')).json).toMatchObject({ hasSignIn: true })
})
