// Answers to chat commands: one line of text for whatever people type.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchApi } from '../fixtures/test-client.ts'
import { openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'
import { openObservedLive } from '../fixtures/observed-live.ts'

interface Item {
  readonly id: string
  readonly name: string
  readonly rarity: string
  readonly gear_score?: number
}

let fixture: Fixture
let service: ServedFixture
let item: Item
beforeAll(async () => {
  fixture = await openSampleFixture()
  service = await fixture.serve({ live: await openObservedLive(fixture) })
  item = (await fetchApi(service, '/v2/items?rarity=epic&type=weapon&limit=1&locale=en')).rows[0] as unknown as Item
})
afterAll(() => fixture.close())

async function say(name: string, more = ''): Promise<string> {
  const reply = await fetchApi(service, `/v2/chat/items?name=${encodeURIComponent(name)}${more}`)
  expect(reply.status).toBe(200)
  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(reply.text).toMatch(/^[^\r\n<>]+\n$/)
  return reply.text.trim()
}

describe('the line of an item', () => {
  it('has the rarity, kind, gear score and price, and a link', async () => {
    const line = await say(`epic ${item.name}`)
    expect(line.startsWith(`${item.name} (epic weapon, gear score ${item.gear_score}): `)).toBe(true)
    expect(line).toMatch(/(median [\d.]+ gold over \d+ listings? in (24 hours|7 days)|no listing seen in 7 days)/)
    expect(line.endsWith(`/items/${item.id}`)).toBe(true)
  })

  it('has the same price as the price history', async () => {
    const { body } = (await fetchApi(service, '/v2/market?limit=1')).object as { body: { item_id: string }[] }
    const path = `/v2/market/analytics/${body[0]?.item_id}/prices/history?interval=52w&from=2020-01-01`
    const { series } = ((await fetchApi(service, path)).object as { body: { series: { listings: number }[] } }).body
    const { name, rarity } = (await fetchApi(service, `/v2/items/${body[0]?.item_id}?locale=en`)).row as unknown as Item
    const listings = Number(/over (\d+) listing/.exec(await say(`${rarity} ${name}`))?.[1])
    expect(listings).toBeGreaterThan(0)
    expect(listings).toBeLessThanOrEqual(series.reduce((sum, one) => sum + one.listings, 0))
  })

  it('is found in any case, by beginnings of words, with a typo, and by its name in another language', async () => {
    const [first = ''] = item.name.split(' ')
    const typo = `${item.name.slice(0, 3)}${item.name.slice(4)}`
    for (const typed of [item.name.toUpperCase(), `  ${item.name} `, typo, `${item.name}!`])
      expect(await say(typed), typed).toContain(item.name)
    expect(await say(first)).not.toContain('No item')
    const row = (await fetchApi(service, `/v2/items/${item.id}?locale=de`)).row as unknown as Item
    expect(await say(row.name, '&locale=de')).toContain(row.name)
  })

  it('covers all rarities if none is named', async () => {
    expect(await say(item.name)).toMatch(/\(weapon, \d+ rarities\): .* \/items\?name=/)
  })
})

describe('an unknown name', () => {
  it('is answered with text that suggests a known one', async () => {
    const [first = '', ...others] = item.name.split(' ')
    const wrong = `${first}zzz ${others.join(' ')}`
    expect(await say(wrong)).toMatch(/^No item is called .+\. Did you mean .+\?$/)
    expect(await say('qqqqqqqqqqqqqqqqqqqqqqq')).toMatch(/^No item is called q+\. Try fewer letters\.$/)
  })

  it.each([
    '@everyone',
    '<script>alert(1)</script>',
    '/ban me',
    '\u202Eabc',
    '***',
    '%',
    '"\\',
    'epic',
    '灯'.repeat(150),
  ])('does not inject mentions or markup into the chat: %s', async (typed) => {
    expect(await say(typed)).not.toMatch(/[@<>*/\\\u202E]everyone|[@<>*\u202E\\]/)
  })

  it('is a validation error if it is missing or too long', async () => {
    for (const query of ['', '?name=', `?name=${'x'.repeat(201)}`])
      expect((await fetchApi(service, `/v2/chat/items${query}`)).status).toBe(400)
  })
})
