// `sort`, `ids`, `fields` and `format` of every live list, compared with the plain list.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { isScalar, displayedColumns } from '../../../data/api/model/row-params.ts'
import { rarities } from '../../../data/api/resources/items/items.ts'
import { api } from '../../../data/api/table.ts'
import { at, observe } from '../fixtures/live-world.ts'
import { inNaiveOrder } from '../fixtures/naive-order.ts'
import { expectProblem } from '../fixtures/problem.ts'
import { fetchApi, paginate, type Row } from '../fixtures/test-client.ts'
import { openLiveFixture, type LiveFixture } from './live-service.ts'

let live: LiveFixture
const lists = api.endpoints.filter(({ kind, envelope }) => kind === 'live' && envelope !== undefined)

const texts = ['Zed', 'a', 'ß', '\ue000', '𝒳', 'Quill', undefined, '']
const pick = <T>(values: readonly T[], nth: number) => values[nth % values.length]

/** Many rows with equal values, so that pages end between equal rows. */
const listings = Array.from({ length: 60 }, (_, nth) => ({
  ...{
    id: 1000 + ((nth * 37) % 60),
    item_id: `id.item.some_${nth % 7}`,
    item: pick(texts, nth),
    seller: pick(texts, nth + 3),
  },
  ...{ price: (nth * 13) % 11, quantity: 1 + (nth % 3), price_per_unit: String(((nth * 7) % 90) / 4) },
  ...{ rarity: pick([...rarities, 'mythic', undefined], nth), archetype: pick([undefined, 'id.item.some'], nth) },
  ...{ created_at: at(`09:${String(nth % 10).padStart(2, '0')}`), captured_at: at(`11:${10 + (nth % 7)}`) },
  ...(nth % 4 === 0 ? {} : { expires_at: at('11:00', nth % 3 === 0 ? '2026-01-10' : '2026-01-20') }),
  ...{ has_sold: nth % 5 === 0, has_cancelled: nth % 7 === 0, loot_state: pick(['looted', undefined], nth) },
  ...(nth % 6 === 0 ? {} : { captured_patch_id: 1 + (nth % 3) }),
}))

const messages = Array.from({ length: 40 }, (_, nth) => ({
  ...{ id: 500 + ((nth * 17) % 40), timestamp: at(`09:1${nth % 5}`), message: `wts ${pick(texts, nth) ?? 'it'}` },
  ...{ sender: pick(texts, nth), sender_rank: pick(['cadet', undefined], nth), items: [] },
  ...(nth % 3 === 0 ? {} : { sender_id: nth % 5, sender_class: 'warden' }),
}))

beforeAll(async () => {
  live = await openLiveFixture()
  await observe(live.service, 'market', listings)
  await observe(live.service, 'trades', messages)
})
afterAll(() => live.fixture.close())

const names = { season: '7', sheet: 'solo', legacy_id: 'EA6_S7_A' }
const targetOf = (path: string) => {
  const target = path.replace(/\{(\w+)\}/g, (_all, name: keyof typeof names) => names[name])
  return path.endsWith('/history') ? `${target}?item_id=id.item.ember_lantern_5001` : `${target}?`
}
const sizeOf = (path: string, limit: number) => `&${path.includes('leaderboards') ? 'page_size' : 'limit'}=${limit}`

const rowsOf = ({ object }: { object: Row }) => (object.body ?? object.entries) as Row[]
const walk = async (target: string): Promise<Row[]> => (await paginate(live.service, target)).flatMap(rowsOf)

const sortable = (endpoint: (typeof lists)[number]) => [...displayedColumns(endpoint.rowColumns ?? {})]
const decimals = ['price_per_unit', 'score']

describe.each(lists)('$id', (endpoint) => {
  const { path, params } = endpoint
  const target = targetOf(path)
  /** Ties are ordered by ascending id if rows have one, else as in the plain list. */
  const unsorted = async () => {
    const rows = await walk(`${target}${sizeOf(path, 250)}`)
    return params.ids ? inNaiveOrder(rows, ['id']) : rows
  }

  it('can be sorted by each column in both directions, page by page', async () => {
    const rows = await unsorted()
    expect(rows.length).toBeGreaterThan(1)
    for (const [name, column] of sortable(endpoint)) {
      if (!isScalar(column)) continue
      for (const key of [name, `-${name}`]) {
        const expected = inNaiveOrder(rows, [key], { decimals, ...(name === 'rarity' && { rank: rarities }) })
        expect(await walk(`${target}${sizeOf(path, 7)}&sort=${key}`), key).toEqual(expected)
      }
    }
  })

  it('can be sorted by several columns', async () => {
    const rows = await unsorted()
    const column = fc.constantFrom(
      ...sortable(endpoint).flatMap(([name, column]) => (isScalar(column) && name !== 'rarity' ? [name] : [])),
    )
    const key = fc.tuple(fc.constantFrom('', '-'), column).map((parts) => parts.join(''))
    const keys = fc.uniqueArray(key, { minLength: 2, maxLength: 3, selector: (one) => one.replace('-', '') })
    await fc.assert(
      fc.asyncProperty(keys, fc.constantFrom(3, 11, 50), async (sort, limit) => {
        expect(await walk(`${target}${sizeOf(path, limit)}&sort=${sort.join()}`)).toEqual(
          inNaiveOrder(rows, sort, { decimals }),
        )
      }),
      { numRuns: 15 },
    )
  })

  it('has only the requested columns', async () => {
    const [wanted] = sortable(endpoint).at(-1) ?? []
    for (const row of await walk(`${target}&fields=${wanted}`))
      expect(['id', wanted]).toEqual(expect.arrayContaining(Object.keys(row)))
    const [typo] = expectProblem(await fetchApi(live.service, `${target}&fields=${wanted}x`), 'invalid_parameter')
    expect(typo).toMatchObject({ parameter: 'fields', did_you_mean: wanted })
  })

  it('can be requested as one file with all rows in order', async () => {
    const first = sortable(endpoint)[0]?.[0] ?? ''
    for (const more of ['', `&sort=-${first}`]) {
      const rows = await walk(`${target}${more}`)
      const ndjson = await fetchApi(live.service, `${target}&format=ndjson${more}`)
      expect(
        ndjson.text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Row),
      ).toEqual(rows)
      const csv = await fetchApi(live.service, `${target}&format=csv&fields=${first}${more}`)
      const shown = params.ids ? (first === 'id' ? 'id' : `id,${first}`) : first
      expect(csv.text.split('\r\n')[0]).toBe(shown)
      expect(csv.text.split('\r\n')).toHaveLength(rows.length + 2)
      expect(csv.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${endpoint.id.split('.')[0]}.csv"`,
        'x-data-age': expect.stringMatching(/^\d+$/) as string,
      })
    }
  })

  it('refuses unknown columns, and pages of files', async () => {
    const [error] = expectProblem(await fetchApi(live.service, `${target}&sort=captured_att`), 'invalid_parameter')
    expect(error?.parameter).toBe('sort')
    const paged = await fetchApi(live.service, `${target}&format=csv&page=2`)
    expect(expectProblem(paged, 'invalid_parameter').map(({ parameter }) => parameter)).toEqual(['page'])
  })
})

describe.each(lists.filter(({ params }) => params.ids))('ids of $id', ({ path }) => {
  it('return each row once in the requested order, and the missing ids', async () => {
    const rows = await walk(`${path}?limit=250`)
    const some = [rows[3], rows[0], rows[9]] as Row[]
    const asked = [...some, rows[3]].map((row) => String(row?.id))
    const reply = await fetchApi(live.service, `${path}?ids=${[...asked, '77777', 'x', '77777'].join()}`)
    expect(reply.rows).toEqual(some)
    expect(reply.object).toMatchObject({ missing: ['77777', 'x'], pagination: { total: 3, next: null } })
    const pages = await paginate(live.service, `${path}?limit=2&ids=${asked.join()}`)
    expect(pages.map(rowsOf)).toEqual([some.slice(0, 2), some.slice(2)])
    const file = await fetchApi(live.service, `${path}?format=ndjson&ids=${asked.join()}`)
    expect(file.text.trim().split('\n')).toHaveLength(3)
  })

  it('cannot be combined with filters, `sort` or a position', async () => {
    const reply = await fetchApi(live.service, `${path}?ids=41&sort=id&from=2026-01-01&after_row=%5B1,41%5D`)
    const errors = expectProblem(reply, 'invalid_parameter').map(({ parameter }) => parameter)
    expect(errors).toEqual(expect.arrayContaining(['sort', 'from', 'after_row']))
  })
})

describe.each([
  {
    ...{ path: '/v2/market', sort: '-price,rarity', feed: 'market' as const },
    late: { item_id: 'id.item.late', price: 10_000, created_at: at('11:59') },
  },
  {
    ...{ path: '/v2/trades', sort: 'sender,-timestamp', feed: 'trades' as const },
    late: { sender: '', message: 'late', timestamp: at('11:59') },
  },
])('sorted paging of $path', ({ path, sort, feed, late }) => {
  it('has every row once while rows come in', async () => {
    const before = await walk(`${path}?limit=250&sort=${sort}`)
    const walked: Row[] = []
    let id = 9000
    for (let target: string | undefined = `${path}?limit=7&sort=${sort}`; target !== undefined;) {
      const reply = await live.get(target)
      walked.push(...reply.rows)
      id += 1
      await observe(live.service, feed, [{ id, ...late }])
      target = reply.next
    }
    expect(walked.filter((row) => Number(row.id) < 9000)).toEqual(before)
  })

  it('can only be continued in its own order', async () => {
    const { next = '' } = await live.get(`${path}?limit=2&sort=${sort}`)
    const { searchParams } = new URL(next, 'http://host')
    const place = encodeURIComponent(searchParams.get('after_row') ?? '')
    for (const [query, parameter] of [
      [`after_row=${place}`, 'after_row'],
      [`sort=id&after_row=${place}`, 'after_row'],
      [`sort=${sort}&after_row=%5B%7B%7D,%22x%22,4%5D`, 'after_row'],
      [`sort=${sort}&after_row=5`, 'after_row'],
      [`sort=${sort}&older_than=1768040400000_43`, 'older_than'],
    ] as const)
      expect(expectProblem(await fetchApi(live.service, `${path}?${query}`), 'invalid_parameter')).toMatchObject([
        { parameter },
      ])
  })
})
