import { describe, expect, it } from 'vitest'
import { CachedSearch, maxCachedQueries, SearchFailure } from './cached-search.ts'

const t = (key: string) => ({ 'search.wordsOfDrops': 'drops', 'search.wordsBefore': 'of' })[key] ?? key
const { signal } = new AbortController()
const rowOf = (kind: string, name: string) => ({
  ...{ kind, name, id: `id.${kind}.${name}`, matched: 'name', url: `/v2/${kind}/id.${kind}.${name}` },
})

/** Returns a search that finds `rows` with every query, and the queries that it has sent. */
function searching(rows: readonly object[], answered: () => Response = () => Response.json({ body: rows })) {
  const sent: string[] = []
  const search = new CachedSearch((target) => {
    sent.push(new URL(target, 'https://x').search)
    return Promise.resolve(answered())
  })
  return { search, sent }
}

describe('CachedSearch', () => {
  it('sends each query once', async () => {
    const { search, sent } = searching([rowOf('items', 'lamp')])
    const first = await search.find('lamp', t, {}, signal)
    expect(first.map(({ name }) => name)).toEqual(['lamp'])
    expect(await search.find('lamp', t, {}, signal)).toEqual(first)
    await search.find('lamp', t, { locale: 'de' }, signal)
    expect(sent).toEqual(['?q=lamp&limit=50', '?q=lamp&locale=de&limit=50'])
  })

  it('answers a query with an intent from the cached results of the name if these are complete', async () => {
    const { search, sent } = searching([rowOf('items', 'wight'), rowOf('monsters', 'wight')])
    await search.find('wight', t, {}, signal)
    const [asked] = await search.find('wight drops', t, {}, signal)
    expect(asked?.href).toBe('/monsters/id.monsters.wight#drops')
    expect(sent).toEqual(['?q=wight&limit=50', '?q=wight+drops&limit=50'])
  })

  it('searches by name and kind for a query with an intent if the results of the name are not complete', async () => {
    const { search, sent } = searching(Array.from({ length: 50 }, (_, nth) => rowOf('items', `wight ${nth}`)))
    await search.find('wight', t, {}, signal)
    await search.find('wight drops', t, {}, signal)
    expect(sent).toContain('?q=wight&kind=monsters&limit=50')
  })

  it('caches only the latest queries', async () => {
    const { search, sent } = searching([])
    for (let nth = 0; nth <= maxCachedQueries; nth += 1) await search.find(`q${nth}`, t, {}, signal)
    await search.find(`q${maxCachedQueries}`, t, {}, signal)
    expect(sent).toHaveLength(maxCachedQueries + 1)
    await search.find('q0', t, {}, signal)
    expect(sent).toHaveLength(maxCachedQueries + 2)
  })

  it('rejects with the time to wait if the service rejects a request, and does not cache that', async () => {
    const { search, sent } = searching([], () => new Response('', { status: 429, headers: { 'retry-after': '40' } }))
    const failure = await search.find('lamp', t, {}, signal).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SearchFailure)
    expect(failure).toMatchObject({ isQuota: true, waitSeconds: 40 })
    await search.find('lamp', t, {}, signal).catch(() => undefined)
    expect(sent).toHaveLength(2)
  })
})
