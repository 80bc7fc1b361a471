// Lists sorted by texts that are long, or have characters that are hard to put into a URL.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { at, observe } from '../fixtures/live-world.ts'
import { fetchApi, paginate, type Row } from '../fixtures/test-client.ts'
import { openLiveFixture, type LiveFixture } from './live-service.ts'

const longest = 4000
const hard = ['n\u2028', 'n\u2029', 'n'.repeat(longest), 'n"\\'.repeat(longest / 4), '剣'.repeat(longest), 'o\u2028']
const messages = Array.from({ length: 1100 }, (_, nth) => ({
  ...{ id: 1000 + nth, timestamp: at('09:10'), sender: 'Ash', message: `m${String(nth).padStart(4, '0')}\u2028` },
}))
const others = hard.map((message, nth) => ({ id: 5000 + nth, timestamp: at('09:11'), sender: 'Ash', message }))

let live: LiveFixture
beforeAll(async () => {
  live = await openLiveFixture()
  await observe(live.service, 'trades', others)
})
afterAll(() => live.fixture.close())

it.each(['message', '-message'])('paging sorted by %s has every row once', async (sort) => {
  const target = `/v2/trades?sort=${sort}`
  const all = (await live.get(`${target}&limit=250`)).rows.map(({ id }) => id)
  const walked = (await paginate(live.service, `${target}&limit=1`)).flatMap(({ object }) => object.body as Row[])
  expect(walked.map(({ id }) => id)).toEqual(all)
})

it('a file sorted by texts has every row once', async () => {
  await observe(live.service, 'trades', messages)
  const { total } = (await live.get('/v2/trades')).object.pagination as { total: number }
  const { text } = await fetchApi(live.service, '/v2/trades?sort=message&format=ndjson')
  const ids = text.trim().split('\n').map((line) => (JSON.parse(line) as Row).id) // prettier-ignore
  expect([ids.length, new Set(ids).size]).toEqual([total, total])
})
