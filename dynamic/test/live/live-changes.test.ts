// Tests that a client that follows `next_after` gets every change exactly once while observations come in.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inLongForm } from '../../../scripts/test/long-form.ts'
import { fetchApi, type Row } from '../fixtures/test-client.ts'
import { ndjson, noon, post } from '../fixtures/live-world.ts'
import { openLiveFixture, type LiveFixture } from './live-service.ts'

const observations = inLongForm(100_000, 5000)
const paths = ['/v2/market/changes', '/v2/trades/changes', '/v2/merchant/stock/changes']

interface Changes {
  readonly body: readonly Row[]
  readonly next_after: number
  readonly caught_up: boolean
}

let at: LiveFixture
beforeAll(async () => void (at = await openLiveFixture()))
afterAll(() => at.fixture.close())

const changes = async (target: string) => (await at.get(target)).json as Changes

describe('changes', () => {
  it.each([
    ['/v2/market/changes', '/v2/market', 6],
    ['/v2/trades/changes', '/v2/trades', 5],
  ])('of %s have the same rows as the list', async (path, list, count) => {
    const { body, caught_up } = await changes(path)
    expect(body).toHaveLength(count)
    expect(caught_up).toBe(true)
    const byId = (rows: readonly Row[]) => [...rows].sort((a, b) => Number(a.id) - Number(b.id))
    expect(byId(body)).toEqual(byId(await at.rows(list)))
  })

  it('of stock have every observed row, including rows of older snapshots', async () => {
    const { body } = await changes('/v2/merchant/stock/changes')
    expect(body.map(({ price }) => price)).toEqual([110, 120, 115, 130, 40, 5])
  })

  it.each(paths)('of %s are paged by next_after', async (path) => {
    const whole = await changes(path)
    const rows: Row[] = []
    let after = 0
    for (let isLast = false; !isLast;) {
      const { body, next_after, caught_up } = await changes(`${path}?after=${after}&limit=2`)
      expect(body.length).toBeLessThanOrEqual(2)
      rows.push(...body)
      after = next_after
      isLast = caught_up
    }
    expect(rows).toEqual(whole.body)
    expect(after).toBe(whole.next_after)
    expect(await changes(`${path}?after=${after}`)).toEqual({ body: [], next_after: after, caught_up: true })
  })

  it('support `locale` and `condense=false`', async () => {
    const { body } = await changes('/v2/market/changes?locale=de&condense=false&limit=1')
    const [listing] = await at.rows(`/v2/market?id=${String(body[0]?.id)}&locale=de&condense=false`)
    expect(body[0]).toEqual(listing)
  })

  it.each([
    ['after=-1', 'after'],
    ['after=x', 'after'],
    ['after=01', 'after'],
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['page=2', 'page'],
  ])('with %s are a 400 that names the parameter', async (query, parameter) => {
    for (const path of paths) {
      const reply = await fetchApi(at.service, `${path}?${query}`)
      expect(reply.status).toBe(400)
      expect(reply.object.errors).toMatchObject([{ parameter }])
    }
  })
})

it(
  `a client that follows the market through ${observations} observations gets each change once`,
  { timeout: 60_000 + observations * 6 },
  async () => {
    const batch = 250
    const versions = new Map<number, number>()
    const { next_after: start } = await changes('/v2/market/changes?limit=1000')
    let isDone = false
    const observe = async () => {
      for (let sent = 0; sent < observations; sent += batch) {
        const lines = Array.from({ length: batch }, (_, nth) => {
          // Two of three observations are of known listings.
          const version = sent + nth
          const id = 1000 + (version % 3 === 0 ? version : (version * 7919) % (version + 1))
          versions.set(id, version)
          const captured_at = new Date(noon + version).toISOString()
          const created_at = new Date(noon - id).toISOString()
          return { id, item_id: `id.item.followed_${id % 5}`, price: 1 + version, quantity: 1, created_at, captured_at }
        })
        const reply = await post(at.service, '/observations/market', ndjson(lines))
        expect(reply.object, reply.text).toEqual({ accepted: batch, duplicates: 0, rejected: [] })
      }
      isDone = true
    }
    const copy = new Map<number, number>()
    const seen = new Set<string>()
    const follow = async () => {
      let after = start
      for (let isLast = false; !isLast || !isDone;) {
        const isAfterTheEnd = isDone
        const answer = await changes(`/v2/market/changes?after=${after}&limit=1000`)
        for (const { id, price } of answer.body) {
          expect(seen.has(`${String(id)} ${String(price)}`)).toBe(false)
          seen.add(`${String(id)} ${String(price)}`)
          copy.set(Number(id), Number(price) - 1)
        }
        after = answer.next_after
        isLast = answer.caught_up && isAfterTheEnd
      }
    }
    await Promise.all([observe(), follow()])
    expect(copy).toEqual(versions)
    console.log(`${observations} observations of ${versions.size} listings followed in ${seen.size} changes`)
  },
)
