// `sort`, `ids`, `attribute`, `embed` and `fields` over HTTP, compared with the plain list.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import type { Endpoint } from '../../../data/api/model/endpoint.ts'
import { isScalar, displayedColumns } from '../../../data/api/model/row-params.ts'
import { rarities } from '../../../data/api/resources/items/items.ts'
import { api } from '../../../data/api/table.ts'
import { inNaiveOrder, scalarsOf } from '../fixtures/naive-order.ts'
import { fetchApi, paginate, type Row } from '../fixtures/test-client.ts'
import { expectProblem } from '../fixtures/problem.ts'
import { openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'

let fixture: Fixture
let service: ServedFixture
let items: readonly Row[]
beforeAll(async () => {
  fixture = await openSampleFixture()
  service = await fixture.serve()
  items = await walk('/v2/items?limit=250')
})
afterAll(() => fixture.close())

const walk = async (target: string): Promise<Row[]> => (await paginate(service, target)).flatMap(({ rows }) => rows)
const idsIn = (rows: readonly Row[]) => rows.map(({ id }) => id)

const lists = api.endpoints.filter(
  ({ id, kind, resource }) => kind === 'catalog' && id.endsWith('.list') && resource !== undefined,
)

describe('sort', () => {
  it.each(lists)('$id by every column in both directions equals a naive sort', async ({ path, envelope }) => {
    const limit = envelope?.limits.max
    const rows = await walk(`${path}?limit=${limit}`)
    const columns = scalarsOf(rows).filter((name) => name !== 'rarity')
    expect(columns.length).toBeGreaterThan(1)
    for (const name of columns.slice(0, 25))
      for (const key of [name, `-${name}`]) {
        const sorted = await walk(`${path}?limit=${limit}&sort=${key}`)
        expect(idsIn(sorted), key).toEqual(idsIn(inNaiveOrder(rows, [key])))
      }
  })

  it('works for any columns of items, after any filter, page by page', async () => {
    const column = fc.constantFrom(...scalarsOf(items).filter((name) => name !== 'rarity'))
    const key = fc.tuple(fc.constantFrom('', '-'), column).map((parts) => parts.join(''))
    const keys = fc.uniqueArray(key, { minLength: 1, maxLength: 3, selector: (one) => one.replace('-', '') })
    const filter = fc.constantFrom('', '&rarity=epic', '&min_gear_score=20', '&name=bow&has_effect=false')
    await fc.assert(
      fc.asyncProperty(keys, filter, fc.constantFrom(7, 25, 250), async (sort, query, limit) => {
        const rows = await walk(`/v2/items?limit=250${query}`)
        const sorted = await walk(`/v2/items?limit=${limit}&sort=${sort.join()}${query}`)
        expect(idsIn(sorted)).toEqual(idsIn(inNaiveOrder(rows, sort)))
      }),
      { numRuns: 25 },
    )
  })

  it('puts rarities in their order', async () => {
    for (const key of ['rarity', '-rarity'])
      expect(idsIn(await walk(`/v2/items?limit=250&sort=${key}`))).toEqual(
        idsIn(inNaiveOrder(items, [key], { rank: rarities })),
      )
  })

  it('compares the texts of the requested language', async () => {
    const rows = await walk('/v2/quests?locale=ja&limit=200')
    const sorted = await walk('/v2/quests?locale=ja&limit=200&sort=-title')
    expect(idsIn(sorted)).toEqual(idsIn(inNaiveOrder(rows, ['-title'])))
    expect(idsIn(sorted)).not.toEqual(idsIn(rows))
  })

  it('stays on its patch and in its order through `next`', async () => {
    const { next, headers } = await fetchApi(service, '/v2/items?sort=-gear_score,name&rarity=epic&limit=2')
    expect(next).toMatch(/^\/v2\/items\?limit=2&page=2&patch=\d+&rarity=epic&sort=-gear_score,name$/)
    expect(headers.link).toContain(String(next))
    const byCursor = await fetchApi(service, '/v2/quests?sort=-min_adventure_rank&limit=1')
    expect(byCursor.object).toMatchObject({ sort: '-min_adventure_rank' })
  })

  it('refuses unknown columns, and columns of lists', async () => {
    const [typo] = expectProblem(await fetchApi(service, '/v2/items?sort=-gear_scroe'), 'invalid_parameter')
    expect(typo).toMatchObject({ parameter: 'sort', did_you_mean: 'gear_score' })
    expect(typo?.allowed).toContain('gear_score')
    const [list] = expectProblem(await fetchApi(service, '/v2/items?sort=required_class'), 'invalid_parameter')
    expect(list).toMatchObject({ parameter: 'sort', message: expect.stringContaining('more than one value') as string })
    for (const wrong of ['', ',', 'name,', '--name', 'na me', 'a,b,c,d,e,f', 'asc'])
      expectProblem(await fetchApi(service, `/v2/items?sort=${encodeURIComponent(wrong)}`), 'invalid_parameter')
  })
})

describe('ids', () => {
  it('returns each row once in the requested order, by id or raw key, and the missing ids', async () => {
    const [first, second, third] = items
    const key = String(third?.source_key)
    const asked = [third?.id, 'id.item.none', first?.id, key, second?.id, 'nothing', first?.id].map(String)
    const reply = await fetchApi(service, `/v2/items?ids=${asked.map(encodeURIComponent).join()}`)
    expect(idsIn(reply.rows)).toEqual([third?.id, first?.id, second?.id])
    expect(reply.object).toMatchObject({ missing: ['id.item.none', 'nothing'], pagination: { total: 3, next: null } })
  })

  it.each(lists)('$id finds any of its rows', async ({ path, envelope }) => {
    const rows = await walk(`${path}?limit=${envelope?.limits.max}`)
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...rows], { minLength: 1, maxLength: Math.min(100, rows.length) }),
        async (some) => {
          const reply = await fetchApi(service, `${path}?limit=${envelope?.limits.max}&ids=${idsIn(some).join()}`)
          expect(reply.rows).toEqual(some)
          expect(reply.object).toMatchObject({ missing: [] })
        },
      ),
      { numRuns: 5 },
    )
  })

  it('can be paged', async () => {
    const asked = idsIn(items.slice(0, 30).reverse())
    const replies = await paginate(service, `/v2/items?limit=12&ids=${asked.join()},none`)
    expect(replies.map(({ rows }) => rows.length)).toEqual([12, 12, 6])
    expect(replies.flatMap(({ rows }) => idsIn(rows))).toEqual(asked)
    for (const reply of replies) expect(reply.object).toMatchObject({ missing: ['none'] })
  })

  it('allows 100 ids, but no filter', async () => {
    const named = (count: number) => Array.from({ length: count }, (_, nth) => `id.item.x_${nth}`).join()
    expect((await fetchApi(service, `/v2/items?ids=${named(100)}`)).object).toMatchObject({ body: [] })
    const [many] = expectProblem(await fetchApi(service, `/v2/items?ids=${named(101)}`), 'invalid_parameter')
    expect(many).toEqual({ parameter: 'ids', message: 'names 101 ids', allowed: ['100 ids at most'] })
    const both = await fetchApi(service, '/v2/items?ids=x&rarity=epic&min_gear_score=3&sort=name')
    expect(expectProblem(both, 'invalid_parameter').map(({ parameter }) => parameter)).toEqual([
      'rarity',
      'min_gear_score',
      'sort',
    ])
  })
})

describe('attribute', () => {
  /** The greatest value that an item can have of an attribute. */
  const greatest = (row: Row, slug: string) => {
    const values = [row[`primary_max_${slug}`], row[`secondary_max_${slug}`]].filter((one) => typeof one === 'number')
    return values.length > 0 ? Math.max(...values) : undefined
  }
  const slugs = () => [
    ...new Set(
      items.flatMap((row) =>
        Object.keys(row).flatMap((name) => /^(?:primary|secondary)_max_(.+)/.exec(name)?.[1] ?? []),
      ),
    ),
  ]

  it('selects the items that have all attributes with their greatest values in the ranges', async () => {
    const bound = fc.option(
      fc.integer({ min: -20, max: 60 }).map((half) => half / 2),
      { nil: undefined },
    )
    const part = fc
      .tuple(fc.constantFrom(...slugs()), fc.boolean(), bound, bound)
      .filter(([, , min, max]) => min === undefined || max === undefined || min <= max)
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('', '&rarity=epic'),
        async (parts, query) => {
          const text = parts.map(([slug, hasRange, min = '', max = '']) => (hasRange ? `${slug}:${min}..${max}` : slug))
          const rows = await walk(`/v2/items?limit=250&sort=-gear_score&attribute=${text.join()}${query}`)
          const expected = items.filter((row) =>
            parts.every(([slug, hasRange, min = -Infinity, max = Infinity]) => {
              const value = greatest(row, slug)
              return value !== undefined && (!hasRange || (value >= min && value <= max))
            }),
          )
          const filtered = query === '' ? expected : expected.filter(({ rarity }) => rarity === 'epic')
          expect(idsIn(rows)).toEqual(idsIn(inNaiveOrder(filtered, ['-gear_score'])))
        },
      ),
      { numRuns: 40 },
    )
  })

  it('refuses unknown attributes and invalid ranges', async () => {
    const [slug = ''] = slugs()
    const [typo] = expectProblem(await fetchApi(service, `/v2/items?attribute=${slug}x`), 'invalid_parameter')
    expect(typo).toMatchObject({ parameter: 'attribute', did_you_mean: slug })
    for (const wrong of [`${slug}:9..3`, `${slug}:5`, `${slug}:`, `${slug}:a..b`, `${slug},`, ':1..2', '']) {
      const [error] = expectProblem(await fetchApi(service, `/v2/items?attribute=${wrong}`), 'invalid_parameter')
      expect(error?.parameter).toBe('attribute')
    }
  })
})

describe('embed', () => {
  it('adds to lists what single rows have endpoints for', async () => {
    const tables = await walk('/v2/loot-tables?limit=250&embed=entries')
    expect(tables.length).toBeGreaterThan(1)
    for (const { id, entries } of tables.slice(0, 10)) {
      const { body } = (await fetchApi(service, `/v2/loot-tables/${String(id)}`)).object as {
        body: { entries: unknown }
      }
      expect(entries).toEqual(body.entries)
    }
    const monsters = await walk('/v2/monsters?limit=250&embed=abilities&sort=-hp')
    for (const { id, abilities } of monsters.slice(0, 10))
      expect({ abilities }).toEqual((await fetchApi(service, `/v2/monsters/${String(id)}/abilities`)).object)
  })

  it('can be combined with fields, single rows and CSV', async () => {
    const [row] = (await fetchApi(service, '/v2/monsters?embed=abilities&fields=abilities,hp&limit=1')).rows
    expect(Object.keys(row ?? {}).sort()).toEqual(['abilities', 'hp', 'id'])
    const single = await fetchApi(service, `/v2/monsters/${String(row?.id)}?embed=abilities`)
    expect(single.row.abilities).toEqual(row?.abilities)
    const { text } = await fetchApi(service, '/v2/loot-tables?format=csv&embed=entries&fields=entries')
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      'id,entries',
      expect.stringMatching(/^id\.loot_table\.[\w.]+,"\[\{""/),
    ])
    const contents = await fetchApi(service, '/v2/quests?embed=quest_contents,quest_reward&limit=1')
    expect(contents.rows[0]?.reward_ids).toEqual([expect.objectContaining({ entries: expect.any(Array) as unknown })])
  })
})

describe('fields', () => {
  it('selects the named columns and the id, in lists and single rows', async () => {
    const [row] = (await fetchApi(service, '/v2/items?fields=rarity,name&limit=1')).rows
    expect(Object.keys(row ?? {})).toEqual(['id', 'name', 'rarity'])
    const single = await fetchApi(service, `/v2/items/${String(items[0]?.id)}?fields=gear_score`)
    expect(single.object).toEqual({ body: { id: items[0]?.id, gear_score: items[0]?.gear_score } })
    const quest = await fetchApi(service, '/v2/quests/id.quest.lamplighter_01?fields=rewards,title')
    expect(Object.keys(quest.object)).toEqual(['id', 'title', 'rewards'])
  })

  it('supports prefixes of columns', async () => {
    const rows = await walk('/v2/items?limit=250&fields=primary_*')
    for (const [at, row] of rows.entries()) {
      const wanted = Object.entries(items[at] ?? {}).filter(([name]) => name === 'id' || name.startsWith('primary_'))
      expect(row).toEqual(Object.fromEntries(wanted))
    }
  })

  const singles = api.endpoints.filter(({ id, params }) => id.endsWith('.single') && params.fields)
  it.each([...lists, ...singles])('$id allows each of its columns', async (endpoint: Endpoint) => {
    const { path, resource, rowColumns = resource?.columns ?? {} } = endpoint
    const id = resource && fixture.catalog().ids(resource, resource.mode.column ? 1 : 0)[0]
    const target = path.replace('{id}', String(id))
    for (const name of displayedColumns(rowColumns).keys()) {
      const reply = await fetchApi(service, `${target}?fields=${name}`)
      expect([200, 404], `${target} ${name} ${reply.text}`).toContain(reply.status)
    }
    expect([...displayedColumns(rowColumns).values()].some(isScalar)).toBe(true)
  })

  it('refuses unknown columns', async () => {
    const [typo] = expectProblem(await fetchApi(service, '/v2/items?fields=name,raritty'), 'invalid_parameter')
    expect(typo).toMatchObject({ parameter: 'fields', did_you_mean: 'rarity' })
    for (const wrong of ['', 'zzz*', '*', 'name,,rarity', 'a b'])
      expectProblem(await fetchApi(service, `/v2/items?fields=${encodeURIComponent(wrong)}`), 'invalid_parameter')
  })
})
