// Paging of lists that are ordered by time, while rows come in.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchApi, paginate, type Reply, type Row } from '../fixtures/test-client.ts'
import { noon, observe } from '../fixtures/live-world.ts'
import { expectProblem } from '../fixtures/problem.ts'
import { openLiveFixture, type LiveFixture } from './live-service.ts'

/** Returns an instant in the half day before the clock of the service, which accepts nothing from the future. */
const at = (minutes: number) => new Date(noon + (minutes - 12 * 60) * 60_000).toISOString()
let lastId = 1000

interface List {
  readonly feed: 'market' | 'trades'
  readonly path: string
  /** Returns a row dated `minutes` after midnight. */
  readonly line: (id: number, minutes: number) => Row
}

const lists: readonly List[] = [
  {
    feed: 'market',
    path: '/v2/market',
    line: (id, minutes) => ({
      ...{ id, item_id: 'id.item.paged', price: 1, quantity: 1, seller: 'Pager' },
      ...{ created_at: at(minutes), captured_at: at(minutes) },
    }),
  },
  {
    feed: 'trades',
    path: '/v2/trades',
    line: (id, minutes) => ({ id, timestamp: at(minutes), sender: 'Pager', message: `selling ${id}` }),
  },
]

describe.each(lists)('pages of $path', ({ feed, path, line }) => {
  const filter = feed === 'market' ? 'seller=Pager' : 'sender=Pager'
  let live: LiveFixture
  let told: number[] = []
  let minutes = 60
  beforeAll(async () => {
    live = await openLiveFixture()
    // Ten rows of each instant, so that pages end between rows of the same instant.
    told = Array.from({ length: 60 }, () => (lastId += 1))
    await observe(
      live.service,
      feed,
      told.map((id, nth) => line(id, Math.floor(nth / 10))),
    )
  })
  afterAll(() => live.fixture.close())

  const ids = (rows: readonly Row[]) => rows.map(({ id }) => Number(id))
  const newestFirst = () => [...told].reverse()

  it.each(['', '&contains=selling'].filter((more) => more === '' || feed === 'trades'))(
    'have every row once while rows come in%s',
    async (more) => {
      const before = newestFirst()
      const walked: Reply[] = []
      for (let target: string | undefined = `${path}?${filter}&limit=7${more}`; target !== undefined;) {
        const reply = await live.get(target)
        walked.push(reply)
        const id = (lastId += 1)
        await observe(live.service, feed, [line(id, (minutes += 1))])
        told.push(id)
        const { pagination } = reply.object as { pagination: { next: string | null; page: number; total: number } }
        expect(pagination.page).toBe(walked.length)
        expect(pagination.total).toBe(told.length - 1)
        expect(reply.next).toBe(pagination.next ?? undefined)
        target = pagination.next ?? undefined
      }
      expect(ids(walked.flatMap(({ rows }) => rows))).toEqual(before)
    },
  )

  it('include older rows that come in during paging', async () => {
    const first = await live.get(`${path}?${filter}&limit=7`)
    const late = (lastId += 1)
    await observe(live.service, feed, [line(late, -60)])
    told.unshift(late)
    const others = await paginate(live.service, first.next ?? '')
    expect(ids([...first.rows, ...others.flatMap(({ rows }) => rows)])).toEqual(newestFirst())
  })

  it('can be requested by `page`, and continue by `next` from there', async () => {
    const third = await live.get(`${path}?${filter}&limit=7&page=3`)
    expect(ids(third.rows)).toEqual(newestFirst().slice(14, 21))
    const fourth = await live.get(third.next ?? '')
    expect(ids(fourth.rows)).toEqual(newestFirst().slice(21, 28))
    expect(fourth.object.pagination).toMatchObject({ page: 4 })
    const byCursor = await live.get(`${path}?cursor=${encodeURIComponent(third.next ?? '')}`)
    expect(byCursor.text).toBe(fourth.text)
  })

  it('have no `next` after the last row', async () => {
    const exact = await live.get(`${path}?${filter}&limit=${told.length}`)
    expect(exact.next).toBeUndefined()
    expect((await live.get(`${path}?${filter}&page=99`)).rows).toEqual([])
  })

  it.each(['x', '12', '1_x', '2026-01-01_4', '1_2_3', '01_2'])(
    'after the invalid position %s are a 400',
    async (position) => {
      const reply = await fetchApi(live.service, `${path}?older_than=${position}`)
      expectProblem(reply, 'invalid_parameter')
      expect(reply.object.errors).toMatchObject([{ parameter: 'older_than' }])
    },
  )
})
