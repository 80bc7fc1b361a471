import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '../model/endpoint.ts'
import { nextPageOf } from './next-page.ts'
import type { RowObject } from '../answer/rows/row-view.ts'
import { answerTo, endpointOf, readUrl, testStore } from '../test/test-store.ts'
import { patchOf, samplePatches } from '../test/test-world.ts'
import { anyCatalogList } from '../test/test-arbitraries.ts'

const nextUrl = (url: string, total: number) => nextPageOf(readUrl(url), total)?.url

describe('the next page', () => {
  it.each([
    ['/v2/items', 26, '/v2/items?page=2&patch=4'],
    ['/v2/items?page=2', 51, '/v2/items?page=3&patch=4'],
    ['/v2/items?limit=10&rarity=epic', 11, '/v2/items?limit=10&page=2&patch=4&rarity=epic'],
    ['/v2/items?patch=1.1.0.2188', 26, '/v2/items?page=2&patch=2'],
    ['/v2/perks?branch=ptr', 26, '/v2/perks?at_patch=1.2.0.2230-ptr&branch=ptr&page=2'],
    ['/v2/patches', 26, '/v2/patches?page=2'],
    ['/v1/items', 26, '/v2/items?page=2&patch=4'],
    ['/v2/spawners?page=1&sort=desc', 26, '/v2/spawners?page=2&patch=4&sort=desc'],
    ['/v2/trades?contains=ember', 26, '/v2/trades?contains=ember&page=2'],
    ['/v1/market?from=2026-01-10', 26, '/v2/market?from=2026-01-10T00:00:00Z&page=2'],
    ['/v2/leaderboards/EA6_A?page_size=10&class=bard', 11, '/v2/leaderboards/EA6_A?class=bard&page=2&page_size=10'],
    ['/v2/merchant/stock/history?item_id=id.item.x', 251, '/v2/merchant/stock/history?item_id=id.item.x&page=2'],
  ])('of %s with %d rows is %s', (url, total, next) => {
    expect(nextPageOf(readUrl(url), total)).toEqual({ value: next, url: next })
  })

  it('is a validation error of limit if its URL would be too long', () => {
    const ids = Array.from({ length: 100 }, (_, at) => `id.quest.${at}`.padEnd(61, 'x')).join()
    const request = () => nextPageOf(readUrl(`/v2/quests?ids=${ids}`), 100)
    expect(request).toThrow(/^Not valid: limit\. .*more than 8192 characters: ask for fewer values, or for more rows/)
    expect(nextPageOf(readUrl(`/v2/quests?ids=${ids}&limit=100`), 100)).toBeUndefined()
  })

  it('of a cursor list is a token, and a URL with it in the header', () => {
    const next = nextPageOf(readUrl('/v2/quests?limit=1'), 2)
    expect(next?.url).toBe(`/v2/quests?cursor=${next?.value}`)
    expect(atob(next?.value ?? '')).toBe('after=1&at_patch=1.2.0.2247&limit=1')
  })

  it.each([
    ['/v2/items', 0],
    ['/v2/items', 25],
    ['/v2/items?page=2', 50],
    ['/v2/items?page=9', 26],
    ['/v2/quests', 50],
    ['/v2/items?page=9007199254740991', 26],
    ['/v2/items/id.item.ember_lantern_5001', 1],
    ['/v2/meta', 1],
  ])('of %s with %d rows is none', (url, total) => {
    expect(nextUrl(url, total)).toBeUndefined()
  })

  it('is pinned and stays pinned', () => {
    const next = nextUrl('/v2/items?patch=current', 60) ?? ''
    expect(readUrl(next).isPinned).toBe(true)
    expect(nextUrl(next, 60)).toBe('/v2/items?page=3&patch=4')
  })
})

interface Page {
  ids: unknown[]
  next: string | null
  patch: string | undefined
  link: string | undefined
}

/** A page of a list, whichever envelope it has. */
function pageAt(url: string, store = testStore()): Page {
  const { body, headers } = answerTo(url, store)
  const page = JSON.parse(body) as {
    body?: RowObject[]
    rows?: RowObject[]
    next?: string
    pagination?: { next: string }
  }
  return {
    ids: (page.body ?? page.rows ?? []).map(({ id }) => id),
    next: page.pagination ? page.pagination.next : (page.next ?? null),
    patch: headers['x-patch-id'],
    link: /<(.*)>; rel="next"/.exec(headers.link ?? '')?.[1],
  }
}

/** This number of invented rows, in order. */
function inventRows({ resource }: Endpoint, count: number): RowObject[] {
  const kind = resource?.columns.id?.kind
  return Array.from({ length: count }, (_, n) => ({
    id: kind ? `id.${kind}.ember_${String(n).padStart(4, '0')}` : n + 1,
    branch: 'main',
  }))
}

describe('a walk from the first page', () => {
  const later = [...samplePatches, patchOf(5, 'main', '1.3.0.2301', 4, { is_current: true })]
  const ways = {
    'by URL or token': (path: string, { next }: Page) => (next?.startsWith('/') ? next : `${path}?cursor=${next}`),
    'by cursor': (path: string, { next }: Page) => `${path}?cursor=${encodeURIComponent(next ?? '')}`,
    'by Link': (_path: string, { link }: Page) => link ?? '',
  }
  const walk = fc.record({
    list: anyCatalogList,
    total: fc.nat({ max: 40 }),
    limit: fc.integer({ min: 1, max: 45 }),
    sort: fc.constantFrom(undefined, 'asc', 'desc'),
    page: fc.boolean(),
    patch: fc.constantFrom('', 'patch=3', 'branch=ptr'),
  })

  it.each(Object.entries(ways))('visits each row once, in order, at one patch, and ends: %s', (_name, follow) => {
    fc.assert(
      fc.property(walk, ({ list, total, limit, sort, page, patch }) => {
        const endpoint = endpointOf(list)
        const { path, params, envelope, resource } = endpoint
        const query = [`limit=${limit}`]
        if (sort && envelope?.params.sort) query.push(`sort=${sort}`)
        if (page && params.page) query.push('page=1')
        const [name = ''] = patch.split('=')
        if (Object.hasOwn(endpoint.mode.params, name)) query.push(patch)
        const rows = { [resource?.name ?? '']: inventRows(endpoint, total) }

        const seen: unknown[] = []
        let at = pageAt(`${path}?${query.join('&')}`, testStore({ rows }))
        const { patch: first } = at
        const imported = testStore({ rows, patches: later })
        for (let pages = 1; ; pages += 1) {
          expect(at.patch).toBe(first)
          seen.push(...at.ids)
          if (at.next === null) break
          expect(at.ids).toHaveLength(limit)
          expect(pages).toBeLessThan(Math.max(1, Math.ceil(total / limit)))
          at = pageAt(follow(path, at), imported)
        }
        const inOrder = inventRows(endpoint, total).map(({ id }) => id)
        expect(seen).toEqual(sort === 'desc' && envelope?.params.sort ? inOrder.reverse() : inOrder)
      }),
      { numRuns: 300 },
    )
  })

  it('by cursor may change its limit on the way without missing rows', () => {
    const limits = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 10 })
    const rows = { quests: inventRows(endpointOf('quests.list'), 60) }
    fc.assert(
      fc.property(limits, (steps) => {
        const seen: unknown[] = []
        let url = '/v2/quests'
        for (const limit of steps) {
          const at = pageAt(`${url}${url.includes('?') ? '&' : '?'}limit=${limit}`, testStore({ rows }))
          seen.push(...at.ids)
          if (at.next === null) break
          url = `/v2/quests?cursor=${at.next}`
        }
        expect(seen).toEqual(rows.quests.slice(0, seen.length).map(({ id }) => id))
        expect(seen).toHaveLength(
          Math.min(
            60,
            steps.reduce((sum, limit) => sum + limit, 0),
          ),
        )
      }),
    )
  })
})
