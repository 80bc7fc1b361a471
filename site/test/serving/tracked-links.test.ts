// Links with the parameters that networks and mail services append: pages answer as without them.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { everyKind, pathOf } from '../kinds-of-pages.ts'
import { openSiteFixture, type SiteFixture } from '../site-service.ts'

const tracking = 'fbclid=IwAR1&utm_source=IwAR2&_ga=IwAR3'

let site: SiteFixture
beforeAll(async () => {
  site = await openSiteFixture()
})
afterAll(() => site.close())

it.each(everyKind.map((one) => [one.kind, one] as const))('%s', async (_, one) => {
  const path = await pathOf(one, site.url)
  const reply = await fetch(`${site.url}${path}${path.includes('?') ? '&' : '?'}${tracking}`)
  expect(reply.status).toBe(one.status ?? 200)
  expect((await reply.text()).match(/.{0,40}IwAR\d/g)).toBeNull()
})

it('a misspelled filter is still refused', async () => {
  expect((await fetch(`${site.url}/items?raritty=epic&${tracking}`)).status).toBe(400)
  expect((await fetch(`${site.url}/v2/items?${tracking}`)).status).toBe(400)
})

it('a page of one language links to itself in the others', async () => {
  const page = await fetch(`${site.url}/items?locale=de&${tracking}`)
  expect(await page.text()).toContain(`hreflang="fr" href="${site.url}/items?locale=fr"`)
})
