// Rows and observations that have nothing but what they must have, and no row for what they name: pages show what there
// is.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeTestBundle } from '../../../build/test/test-bundle.ts'
import { noon, observe } from '../../../dynamic/test/fixtures/live-world.ts'
import {
  liveAt,
  openSampleFixture,
  type Fixture,
  type ServedFixture,
} from '../../../dynamic/test/fixtures/test-service.ts'
import { openSite } from '../../server/open-site.ts'

const seen = new Date(noon - 60_000).toISOString()
const content = {
  items: [{ id: 'id.item.bare' }, { id: 'id.item.pot_1001', name: 'Pot' }, { id: 'id.item.pot_2001', name: 'Pot' }],
  merchants: [{ id: 'id.merchant.nobody' }],
  monsters: [{ id: 'id.monster.lurker' }],
  monster_abilities: [{ monster_id: 'id.monster.lurker', ability_id: 'id.monster_ability.lurker_bite' }],
  classes: [{ id: 'id.player_character.drifter' }],
  workshop_services: [
    { id: 'id.workshop_service.odd', service_type: 'craft', payload: { materials: [null, 'ash'], output: [null] } },
  ],
}
const stock = (merchant: string, item: string) => ({
  ...{ merchant_id: merchant, captured_at: seen, item_id: item, price: 1, stock: 1 },
})
const entry = (character: string, rank: number) => ({
  entry: {
    ...{ season_id: '7', sheet_id: 'solo', period_index: 0, character_class: 'drifter' },
    ...{ character, rank, captured_at: seen },
  },
})
const listing = (id: number, item: string) => ({ id, item_id: item, price: 5, created_at: seen })

let fixture: Fixture
let service: ServedFixture

beforeAll(async () => {
  fixture = await openSampleFixture()
  const bundle = writeTestBundle(join(fixture.dataDir, 'bare'), '90.0.0', content)
  await fixture.import([bundle], { acceptAnomalies: true })
  const live = await liveAt(fixture, noon)
  service = await fixture.serve({ live, site: await openSite(fixture.dataDir) })
  await observe(service, 'population', [{ timestamp: seen, num_online: 3, num_lobby: 1, num_dungeon: 2 }])
  await observe(service, 'trades', [
    {
      id: 1,
      timestamp: seen,
      message: '[Pot] [Newer]',
      items: [{ item_id: 'id.item.pot' }, { item_id: 'id.item.newer' }],
    },
  ])
  await observe(service, 'market', [listing(1, 'id.item.bare'), listing(2, 'id.item.newer')])
  await observe(service, 'merchant-stock', [stock('nobody', 'id.item.bare'), stock('stranger', 'id.item.newer')])
  await observe(service, 'leaderboards', [
    { season: { id: '7' } },
    { season: { id: '8' } },
    { sheet: { id: 'solo', season_id: '7' } },
    { period: { index: 0, season_id: '7', sheet_id: 'solo' } },
    ...['Vesper', '100%', '100%26', 'a%2Bb'].map((character, at) => entry(character, at + 1)),
  ])
})
afterAll(() => fixture.close())

const pageAt = async (path: string) => {
  const answer = await fetch(service.url + path, { redirect: 'manual' })
  return { status: answer.status, html: await answer.text() }
}
const linksIn = (html: string) =>
  [...(/<main[^]*<\/main>/.exec(html)?.[0] ?? '').matchAll(/<a\b[^>]*?\shref="(\/[^"#]*)/g)].map(([, href = '']) =>
    href.replaceAll('&#38;', '&').replaceAll('&amp;', '&'),
  )

describe.each([
  ...['/population', '/trades', '/market', '/deals', '/merchants/stock', '/merchants/stock/id.merchant.nobody'],
  ...['/merchants/stock/id.merchant.stranger', '/merchants/stock/history?item_id=id.item.bare'],
  ...['/leaderboards', '/leaderboards/7/solo', '/workshop_services', '/workshop_services/id.workshop_service.odd'],
  ...['/items', '/items/id.item.bare', '/classes', '/spawners', '/workshop_levels'],
  ...['/patches/current?resource=monster_abilities&kind=added', '/leaderboards/7/solo/100%'],
])('%s', (path) => {
  it('exists, shows no missing values, and links to no missing pages', async () => {
    const { status, html } = await pageAt(path)
    expect(status).toBe(200)
    expect(html).not.toMatch(/\b(undefined|NaN)\b/)
    const links = [...new Set(linksIn(html))]
    const answers = await Promise.all(links.map(async (link) => [link, (await pageAt(link)).status] as const))
    expect(answers.filter(([, answer]) => answer !== 200)).toEqual([])
  })
})

it.each(['100%', '100%26', 'a%2Bb'])(
  'the page of the character %s is theirs, and stays it in another language',
  async (name) => {
    const path = `/leaderboards/7/solo/${encodeURIComponent(name)}`
    const { status, html } = await pageAt(path)
    expect(status).toBe(200)
    expect(html).toContain(`<h1 translate="no">${name}</h1>`)
    expect(html).toContain(`action="${path}"`)
  },
)

it.each(['/items/id.item.ember_lantern_5001?patch=5', '/no/such/page?patch=1', '/items/id.item.nobody_1001?x=y'])(
  'who chooses a language or a patch on %s, which is not there, stays where they are',
  async (address) => {
    const { status, html } = await pageAt(address)
    expect(status).toBe(404)
    const [path = ''] = address.split('?')
    const forms = [...html.matchAll(/<form method="get" action="([^"]*)" class="(?:locale|patch)"/g)].map(
      ([, to]) => to,
    )
    expect(new Set(forms)).toEqual(new Set([path]))
    expect(html).not.toContain('href="/404"')
  },
)
