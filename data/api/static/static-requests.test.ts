import { describe, expect, it } from 'vitest'
import { canonicalPath, canonicalQuery } from '../request/canonical-url.ts'
import { cursorToken } from '../request/cursors.ts'
import { renderedFilesOf, type CanonicalRequest } from '../model/endpoint.ts'
import { outputPath } from './output-path.ts'
import { respond } from '../answer/respond.ts'
import { staticRequests } from './static-requests.ts'
import { api } from '../table.ts'
import { endpointOf, readUrl, testStore } from '../test/test-store.ts'
import { sampleRows, samplePatches } from '../test/test-world.ts'

const patch = samplePatches[3]
const namesOf = (id: string, total: number, ids: readonly string[] = []) =>
  [...staticRequests(endpointOf(id), patch, { total, ids })].map((request) => outputPath(request)?.name)

/** The URL of an enumerated request. */
function urlOf(request: CanonicalRequest): string {
  const query = canonicalQuery(request)
  const isCursor = request.endpoint.envelope?.kind === 'cursor'
  return `${canonicalPath(request)}?${isCursor ? `cursor=${cursorToken(query)}` : query}`
}

describe('enumerated are', () => {
  it('all pages of a list, at the default limit and at the maximum', () => {
    expect(namesOf('items.list', 260)).toEqual([
      ...Array.from({ length: 11 }, (_, n) => `list/25/${n + 1}`),
      'list/250/1',
      'list/250/2',
    ])
    expect(namesOf('quests.list', 60)).toEqual(['list/50/1', 'list/50/2', 'list/200/1'])
  })

  it('the first page of an empty list', () => {
    expect(namesOf('items.list', 0)).toEqual(['list/25/1', 'list/250/1'])
  })

  it('no page past a list that ends with its last page', () => {
    expect(namesOf('items.list', 250)).toHaveLength(11)
  })

  it('each row once', () => {
    expect(namesOf('items.single', 2, ['id.item.gloam_blade_5001', 'id.item.mossbread_1001'])).toEqual([
      expect.stringMatching(/^row\/..\/id\.item\.gloam_blade_5001$/),
      expect.stringMatching(/^row\/..\/id\.item\.mossbread_1001$/),
    ])
  })

  it('the facets in every language', () => {
    expect(namesOf('facets', 0)).toEqual(
      ['en', 'de', 'es', 'fr', 'ja', 'ko', 'pt-BR', 'ru', 'zh-Hans', 'zh-Hant'].map((locale) => `locale/${locale}`),
    )
  })

  it('no requests of an endpoint without files', () => {
    expect(namesOf('meta', 3, ['a'])).toEqual([])
    expect(namesOf('items.history', 3, ['a'])).toEqual([])
  })
})

describe('an enumerated request', () => {
  const store = testStore()
  const scoped = api.endpoints.filter((endpoint) => renderedFilesOf(endpoint) && endpoint.mode.column)
  const requests = samplePatches.flatMap((at) =>
    scoped.flatMap((endpoint) => {
      const rows = sampleRows[endpoint.resource?.name ?? ''] ?? []
      return [...staticRequests(endpoint, at, { total: rows.length, ids: rows.map(({ id }) => String(id)) })]
    }),
  )

  it('has the file of its URL', () => {
    for (const request of requests) expect(outputPath(readUrl(urlOf(request)))).toEqual(outputPath(request))
  })

  it('has the answer of its URL, byte for byte', () => {
    expect(requests.length).toBeGreaterThan(100)
    for (const request of requests)
      expect(respond(readUrl(urlOf(request), store), store).body).toBe(respond(request, store).body)
  })

  it('has the answer of its URL without a query too, if that means the same', () => {
    const bare = respond(readUrl('/v2/items', store), store).body
    const [first] = staticRequests(endpointOf('items.list'), patch, { total: 3, ids: [] })
    expect(first && respond(first, store).body).toBe(bare)
  })
})
