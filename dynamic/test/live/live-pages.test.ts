// `next` of lists in order of time, while rows come in.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchApi, paginate, type Reply, type Row } from '../fixtures/test-client.ts'
import { noon, observe } from '../fixtures/live-world.ts'
import { expectProblem } from '../fixtures/problem.ts'
import { openLiveFixture, type LiveFixture } from './live-service.ts'

/** Of half a day before the clock of the service, which takes nothing from the future. */
const at = (minutes: number) => new Date(noon + (minutes - 12 * 60) * 60_000).toISOString()
let lastId = 1000

interface List {
  readonly feed: 'market' | 'trades'
  readonly path: string
  /** A row that was made so many minutes after midnight. */
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
    // Ten of an instant each, so that pages end between rows of one instant.
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
    'repeat and skip none while rows come in%s',
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

  it('have older rows that come in while they are walked', async () => {
    const first = await live.get(`${path}?${filter}&limit=7`)
    const late = (lastId += 1)
    await observe(live.service, feed, [line(late, -60)])
    told.unshift(late)
    const others = await paginate(live.service, first.next ?? '')
    expect(ids([...first.rows, ...others.flatMap(({ rows }) => rows)])).toEqual(newestFirst())
  })

  it('are counted by `page` where it is asked for, and go on by `next` from there', async () => {
    const third = await live.get(`${path}?${filter}&limit=7&page=3`)
    expect(ids(third.rows)).toEqual(newestFirst().slice(14, 21))
    const fourth = await live.get(third.next ?? '')
    expect(ids(fourth.rows)).toEqual(newestFirst().slice(21, 28))
    expect(fourth.object.pagination).toMatchObject({ page: 4 })
    const byCursor = await live.get(`${path}?cursor=${encodeURIComponent(third.next ?? '')}`)
    expect(byCursor.text).toBe(fourth.text)
  })

  it('end where no row follows', async () => {
    const exact = await live.get(`${path}?${filter}&limit=${told.length}`)
    expect(exact.next).toBeUndefined()
    expect((await live.get(`${path}?${filter}&page=99`)).rows).toEqual([])
  })

  it.each(['x', '12', '1_x', '2026-01-01_4', '1_2_3', '01_2'])('after %s are a 400 that names it', async (position) => {
    const reply = await fetchApi(live.service, `${path}?older_than=${position}`)
    expectProblem(reply, 'invalid_parameter')
    expect(reply.object.errors).toMatchObject([{ parameter: 'older_than' }])
  })
})
