import { describe, expect, it } from 'vitest'
import { maxRemembered, RememberedSearch, SearchFailure } from './remembered-search.ts'

const t = (key: string) => ({ 'search.wordsOfDrops': 'drops', 'search.wordsBefore': 'of' })[key] ?? key
const { signal } = new AbortController()
const rowOf = (kind: string, name: string) => ({
  ...{ kind, name, id: `id.${kind}.${name}`, matched: 'name', url: `/v2/${kind}/id.${kind}.${name}` },
})

/** A search that finds these rows by every text, and the queries that it sent. */
function searching(rows: readonly object[], answered: () => Response = () => Response.json({ body: rows })) {
  const sent: string[] = []
  const search = new RememberedSearch((target) => {
    sent.push(new URL(target, 'https://x').search)
    return Promise.resolve(answered())
  })
  return { search, sent }
}

describe('what is searched for as it is typed', () => {
  it('is asked of the service once for each query', async () => {
    const { search, sent } = searching([rowOf('items', 'lamp')])
    const first = await search.find('lamp', t, {}, signal)
    expect(first.map(({ name }) => name)).toEqual(['lamp'])
    expect(await search.find('lamp', t, {}, signal)).toEqual(first)
    await search.find('lamp', t, { locale: 'de' }, signal)
    expect(sent).toEqual(['?q=lamp&limit=50', '?q=lamp&locale=de&limit=50'])
  })

  it('takes the things that a question is about from what their name found, where that is all of it', async () => {
    const { search, sent } = searching([rowOf('items', 'wight'), rowOf('monsters', 'wight')])
    await search.find('wight', t, {}, signal)
    const [asked] = await search.find('wight drops', t, {}, signal)
    expect(asked?.href).toBe('/monsters/id.monsters.wight#drops')
    expect(sent).toEqual(['?q=wight&limit=50', '?q=wight+drops&limit=50'])
  })

  it('asks for the kind that a question is about where its name found more than a page', async () => {
    const { search, sent } = searching(Array.from({ length: 50 }, (_, nth) => rowOf('items', `wight ${nth}`)))
    await search.find('wight', t, {}, signal)
    await search.find('wight drops', t, {}, signal)
    expect(sent).toContain('?q=wight&kind=monsters&limit=50')
  })

  it('is remembered of the latest queries only', async () => {
    const { search, sent } = searching([])
    for (let nth = 0; nth <= maxRemembered; nth += 1) await search.find(`q${nth}`, t, {}, signal)
    await search.find(`q${maxRemembered}`, t, {}, signal)
    expect(sent).toHaveLength(maxRemembered + 1)
    await search.find('q0', t, {}, signal)
    expect(sent).toHaveLength(maxRemembered + 2)
  })

  it('fails with how long to wait where the service refuses, and is asked again', async () => {
    const { search, sent } = searching([], () => new Response('', { status: 429, headers: { 'retry-after': '40' } }))
    const failure = await search.find('lamp', t, {}, signal).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SearchFailure)
    expect(failure).toMatchObject({ isQuota: true, waitSeconds: 40 })
    await search.find('lamp', t, {}, signal).catch(() => undefined)
    expect(sent).toHaveLength(2)
  })
})
