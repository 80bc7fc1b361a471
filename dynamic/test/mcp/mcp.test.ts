// The tools over HTTP, with the official client in both generations of the protocol.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openObservedLive } from '../fixtures/observed-live.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import { openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'
import { Assistant, eras } from './mcp-client.ts'

const blade = 'id.item.gloam_blade_5001'

let fixture: Fixture
let service: ServedFixture
let assistant: Assistant
beforeAll(async () => {
  fixture = await openSampleFixture()
  service = await fixture.serve({ live: await openObservedLive(fixture) })
  assistant = await Assistant.connect(service)
})
afterAll(async () => {
  await assistant.close()
  await fixture.close()
})

const bodyOf = async (target: string) => (await fetchApi(service, target)).json

describe.each(eras)('a client of the %s era', (era) => {
  let client: Assistant
  beforeAll(async () => {
    client = await Assistant.connect(service, { era })
  })
  afterAll(() => client.close())

  it('gets the name and the capabilities of the server', () => {
    expect(client.client.getServerVersion()).toMatchObject({ name: 'deepledger', version: 'test' })
    expect(client.client.getServerCapabilities()).toEqual({ tools: { listChanged: false } })
    expect(client.client.getInstructions()).toContain('Game data')
  })

  it('finds the tools, which only read', async () => {
    const { tools } = await client.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['search', 'get', 'list', 'changes', 'prices'])
    for (const { annotations, description = '' } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
      expect(description.length).toBeGreaterThan(40)
    }
  })

  it('gets the answer of the API, as text and as structured content', async () => {
    const { isError, json, texts } = await client.call('get', { resource: 'items', id: blade })
    expect(isError).toBe(false)
    expect(json).toEqual(await bodyOf(`/v2/items/${blade}`))
    expect(texts.map((text) => JSON.parse(text) as unknown)).toEqual([json])
  })

  it('gets an error for an unknown tool', async () => {
    await expect(client.call('delete')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('delete') as string,
    })
  })
})

it('a session with a handshake answers ping', async () => {
  const client = await Assistant.connect(service, { era: 'legacy' })
  expect(await client.client.ping()).toEqual({})
  await client.close()
})

describe('a tool answers like the API:', () => {
  const calls: readonly [tool: string, args: Record<string, unknown>, target: string][] = [
    ['search', { q: 'gloam blade', kind: 'items', limit: 3 }, '/v2/search?q=gloam%20blade&kind=items&limit=3'],
    ['get', { resource: 'patches', id: 'current' }, '/v2/patches/current'],
    [
      'get',
      { resource: 'quests', id: 'id.quest.lamplighter_01', locale: 'de' },
      '/v2/quests/id.quest.lamplighter_01?locale=de',
    ],
    ['get', { resource: 'items', id: blade, patch: '1.0.0.2101' }, `/v2/items/${blade}?patch=1.0.0.2101`],
    ['list', { resource: 'perks', at_patch: null, limit: 3 }, '/v2/perks?limit=3'],
    ['list', { resource: 'items', rarity: 'epic', min_gear_score: 20 }, '/v2/items?rarity=epic&min_gear_score=20'],
    ['list', { resource: 'items', rarity: ['epic', 'rare'] }, '/v2/items?rarity=rare,epic'],
    ['list', { resource: 'market', rarity: 'epic,rare', limit: 5 }, '/v2/market?rarity=epic,rare&limit=5'],
    ['list', { resource: 'items', name: 'Gloam & +?%' }, '/v2/items?name=Gloam%20%26%20%2B%3F%25'],
    ['list', { resource: 'perks', class: 'warden', embed: ['classes'] }, '/v2/perks?class=warden&embed=classes'],
    ['list', { resource: 'monsters', has_model: true, condense: false }, '/v2/monsters?has_model=true&condense=false'],
    [
      'list',
      { resource: 'quests', at_patch: '1.0.0.2101', branch: 'main' },
      '/v2/quests?at_patch=1.0.0.2101&branch=main',
    ],
    ['list', { resource: 'market', rarity: 'epic', limit: '5' }, '/v2/market?rarity=epic&limit=5'],
    ['changes', { resource: 'items', id: blade }, `/v2/items/${blade}/history`],
    ['changes', { patch: '1.1.0.2188', locale: 'fr' }, '/v2/patches/diff?to=1.1.0.2188&locale=fr'],
    ['changes', { branch: 'main', locale: 'fr' }, '/v2/patches/current/changelog?branch=main&locale=fr'],
    ['changes', {}, '/v2/patches/diff'],
    [
      'prices',
      { item_id: 'id.item.gloam_blade', interval: '4h', from: '2026-01-01', to: '2026-01-02' },
      '/v2/market/analytics/id.item.gloam_blade/prices/history?interval=4h&from=2026-01-01&to=2026-01-02',
    ],
  ]
  it.each(calls)('%s %j', async (tool, args, target) => {
    const { isError, json } = await assistant.call(tool, args)
    expect(isError).toBe(false)
    expect(json).toEqual(await bodyOf(target))
  })

  it('every resource can be listed, and its first row can be read', async () => {
    const { tools } = await assistant.client.listTools()
    const resourcesOf = (name: string) => {
      const schema = tools.find((tool) => tool.name === name)?.inputSchema.properties?.resource as { enum: string[] }
      return schema.enum
    }
    const got = resourcesOf('get')
    for (const resource of resourcesOf('list')) {
      const { isError, json } = await assistant.call('list', { resource })
      expect([resource, isError]).toEqual([resource, false])
      const rows = (json.body ?? json.rows) as { id?: string | number }[] | undefined
      const id = Array.isArray(rows) ? rows[0]?.id : undefined
      if (id === undefined || !got.includes(resource)) continue
      const single = await assistant.call('get', { resource, id })
      expect([resource, single.isError]).toEqual([resource, false])
    }
  })
})

describe('paging', () => {
  const idsOf = (json: Readonly<Record<string, unknown>>) =>
    ((json.body ?? json.rows) as { id: string }[]).map(({ id }) => id)
  const nextOf = (json: Readonly<Record<string, unknown>>) =>
    ((json.pagination as { next: string | null } | undefined)?.next ?? json.next ?? undefined) as string | undefined

  it.each([
    ['items', { rarity: 'epic' }],
    ['quests', {}],
  ])('of %s works by `cursor`, to the last page', async (resource, filters) => {
    const whole = await assistant.call('list', { resource, ...filters, limit: 200 })
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const { json } = await assistant.call('list', { resource, ...(cursor ? { cursor } : { ...filters, limit: 3 }) })
      ids.push(...idsOf(json))
      cursor = nextOf(json)
    } while (cursor !== undefined)
    expect(ids).toEqual(idsOf(whole.json))
    expect(ids.length).toBeGreaterThan(3)
  })

  it('works by `page`', async () => {
    const { json } = await assistant.call('list', { resource: 'items', page: 2, limit: 3 })
    expect(json).toEqual(await bodyOf('/v2/items?page=2&limit=3'))
  })
})

describe('an invalid call gets an error with the detail of the problem:', () => {
  it.each([
    ['an id that no row has', 'get', { resource: 'items', id: 'id.item.none' }, '/v2/items/id.item.none'],
    ['an unknown patch', 'list', { resource: 'items', patch: '9.9.9' }, '/v2/items?patch=9.9.9'],
    ['a value that does not occur', 'list', { resource: 'items', rarity: 'epik' }, '/v2/items?rarity=epik'],
    ['an argument that the resource does not have', 'list', { resource: 'maps', nme: 'x' }, '/v2/maps?nme=x'],
    ['an argument out of bounds', 'list', { resource: 'items', limit: 1e9 }, '/v2/items?limit=1000000000'],
  ])('%s', async (_about, tool, args, target) => {
    const { isError, texts, json } = await assistant.call(tool, args)
    const { request_id: _id, ...problem } = json
    expect(isError).toBe(true)
    expect(problem).toEqual(await bodyOf(target))
    expect(texts[0]).toBe(json.detail)
  })

  it.each([
    ['get', {}, 'resource', /is required/],
    ['get', { resource: 'itms', id: 'x' }, 'resource', /Did you mean items\? Allowed: patches, items/],
    ['get', { resource: 'items' }, 'id', /is required/],
    ['get', { resource: 'items', id: '' }, 'id', /is empty/],
    ['get', { resource: 'items', id: '../patches' }, 'id', /has slashes/],
    ['get', { resource: 'items', id: '..' }, 'id', /nothing but dots/],
    ['get', { resource: 'items', id: { a: 1 } }, 'id', /is not a string/],
    ['list', { resource: 'items', name: 'a\nb' }, 'name', /control characters/],
    ['list', { resource: 'items', rarity: ['epic', ['rare']] }, 'rarity', /is not a string/],
    ['changes', { patch: '4', to: '3' }, 'patch', /does not go with|is not a parameter/],
    ['changes', { id: blade }, 'resource', /is required/],
    ['prices', {}, 'item_id', /is required/],
    ['prices', { id: 'x', item_id: 'y' }, 'id', /is not a parameter/],
  ] as [string, Record<string, unknown>, string, RegExp][])('%s %j names %s', async (tool, args, parameter, why) => {
    const { isError, texts, json } = await assistant.call(tool, args)
    expect(isError).toBe(true)
    expect(json).toMatchObject({ code: 'invalid_parameter', errors: [{ parameter }] })
    expect(texts[0]).toContain(parameter)
    expect(texts[1]).toMatch(why)
  })
})
