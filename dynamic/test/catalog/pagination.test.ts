// Pages through every list of every patch, in both orders and with both forms of `next`.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../data/api/model/endpoint.ts'
import { api } from '../../../data/api/table.ts'
import type { Catalog } from '../../../data/store/catalog/catalog.ts'
import { fetchApi, paginate, type Reply } from '../fixtures/test-client.ts'
import { openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'
import { scopesOf, urlOf, type Query, type Scope } from '../fixtures/targets.ts'

let fixture: Fixture
let catalog: Catalog
let service: ServedFixture
beforeAll(async () => {
  fixture = await openSampleFixture()
  catalog = fixture.catalog()
  service = await fixture.serve()
})
afterAll(() => fixture.close())

// Live lists have their own suite.
const lists = api.endpoints.filter(({ envelope, kind, resource }) => envelope && resource && kind !== 'live')
const limit = 7

/** Pages through a list by sending each `next` back as `cursor`. */
async function walkByCursor(endpoint: Endpoint, first: string): Promise<Reply[]> {
  const replies = [await fetchApi(service, first)]
  for (let next = nextIn(replies[0]); next !== null; next = nextIn(replies.at(-1))) {
    if (replies.length > 1000) throw new Error(`${first} has no end`)
    replies.push(await fetchApi(service, `${endpoint.path}?cursor=${encodeURIComponent(next)}`))
  }
  return replies
}

function nextIn(reply: Reply | undefined): string | null {
  const { pagination, next } = (reply?.object ?? {}) as { pagination?: { next: string | null }; next?: string | null }
  return pagination ? pagination.next : (next ?? null)
}

const keysIn = ({ resource }: Endpoint, replies: readonly Reply[]) =>
  replies.flatMap(({ rows }) => rows.map((row) => (resource?.key ?? ['id']).map((name) => String(row[name])).join(' ')))

const ordersOf = ({ envelope }: Endpoint): Query[] =>
  envelope?.kind === 'cursor' ? [{ sort: 'asc' }, { sort: 'desc' }] : [{}]

describe.each(lists)('$id', (endpoint) => {
  const resource = endpoint.resource
  if (!resource) throw new Error(`${endpoint.id} has no resource`)
  const expected = (scope: Scope, order: Query) => {
    const branch = resource.columns.branch ? 'main' : undefined
    const ids = catalog
      .ids(resource, scope?.id ?? 0)
      .filter((id) => branch === undefined || catalog.patches.byId(Number(id))?.branch === branch)
    return order.sort === 'desc' ? ids.reverse() : ids
  }

  it('has each row once and in order, by `next` and by `next` as cursor', async () => {
    for (const scope of scopesOf(endpoint, catalog))
      for (const order of ordersOf(endpoint)) {
        const first = urlOf(endpoint, scope, { ...order, limit })
        const byLink = await paginate(service, first)
        expect(keysIn(endpoint, byLink), first).toEqual(expected(scope, order))
        const byCursor = await walkByCursor(endpoint, first)
        expect(
          byCursor.map(({ text }) => text),
          first,
        ).toEqual(byLink.map(({ text }) => text))
        for (const { headers } of byLink) expect(headers['x-patch-id']).toBe(scope && String(scope.id))
      }
  })
})
