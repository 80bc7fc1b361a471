// Four observers and two hundred polling clients at once, with the store on its threads. CROWD_SECONDS sets the
// duration.
import { Agent, request } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import pLimit from 'p-limit'
import { expect, it } from 'vitest'
import { ThreadedLiveStore } from '../../../data/store/live/threaded-live-store.ts'
import { openSampleFixture } from '../fixtures/test-service.ts'
import { liveParameters, ndjson, observeWorld, post } from '../fixtures/live-world.ts'
import { inLongForm } from '../../../scripts/test/long-form.ts'

const seconds = Number(process.env.CROWD_SECONDS ?? inLongForm(30, 3))
const posters = 4
const pollers = 200
const pauseMilliseconds = 500
/**
 * Limit of concurrent requests. On an idle machine about ten are pending at a time. On a busy one, two hundred would
 * wait so long that the service would rightly refuse some.
 */
const maxUnanswered = 40

const lanterns = 'id.item.ember_lantern_5001'
const targets = [
  '/v2/market',
  '/v2/market?rarity=epic&min_price=10',
  '/v2/market?has_sold=false&seller=Seller7&page=2',
  '/v2/market/41',
  `/v2/market/analytics/${lanterns}/prices/history`,
  `/v2/market/analytics/${lanterns}/prices/history?interval=7m`,
  '/v2/trades?contains=lantern',
  '/v2/trades?sender=Seller3',
  '/v2/population',
  '/v2/merchant/stock',
  `/v2/merchant/stock/history?item_id=${lanterns}`,
  '/v2/leaderboards/seasons/7/sheets/solo/entries',
  `/v2/population/history?from=${liveParameters.from}&to=${liveParameters.to}`,
  '/v2/items?rarity=epic',
  '/v2/items',
]

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const percentile = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? 0

it(`no client gets an error in ${seconds} seconds`, { timeout: 240_000 + seconds * 3000 }, async () => {
  const fixture = await openSampleFixture()
  const live = await ThreadedLiveStore.open({ location: await fixture.store.location(), catalogFile: 'catalog.db' })
  const service = await fixture.serve({ live })
  await observeWorld(service)
  const agent = new Agent({ keepAlive: true, maxSockets: pollers })
  const statuses = new Map<number, number>()
  const times: number[] = []
  const until = Date.now() + seconds * 1000
  let lines = 0
  /** On a busy machine it takes longer until all clients have sent requests. */
  const isOver = () => {
    const late = Date.now() - until
    return late > 180_000 || (late >= 0 && times.length > 2 * pollers && lines > 100 * posters)
  }
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()

  const inTurn = pLimit(maxUnanswered)
  const get = (path: string) =>
    new Promise<number>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port: service.port, path, agent }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
      })
      sent.once('error', reject)
      sent.end()
    })
  const poll = async (nth: number) => {
    await sleep((nth / pollers) * pauseMilliseconds)
    for (let turn = nth; !isOver(); turn += 1) {
      await inTurn(async () => {
        const began = performance.now()
        const status = await get(targets[turn % targets.length] ?? '/')
        times.push(performance.now() - began)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      })
      await sleep(pauseMilliseconds)
    }
  }
  let id = 1000
  let told429 = 0
  const observe = async () => {
    while (!isOver()) {
      const listings = Array.from({ length: 100 }, () => ({
        ...{
          id: (id += 1),
          item_id: lanterns,
          price: 100 + (id % 50),
          quantity: 1 + (id % 3),
          seller: `Seller${id % 20}`,
        },
        created_at: new Date(Date.now() - (id % 1000) * 60_000).toISOString(),
      }))
      const messages = listings.slice(0, 20).map((one) => ({
        ...{ id: one.id, timestamp: one.created_at, sender: one.seller, message: `WTS lantern no ${one.id}` },
      }))
      for (const [feed, some] of [
        ['market', listings],
        ['trades', messages],
      ] as const) {
        const reply = await post(service, `/observations/${feed}`, ndjson(some))
        if (reply.status === 429) told429 += 1
        else {
          expect(reply.object, reply.text).toEqual({ accepted: some.length, duplicates: 0, rejected: [] })
          lines += some.length
        }
      }
      await sleep(50)
    }
  }
  try {
    await Promise.all([
      ...Array.from({ length: pollers }, (_, nth) => poll(nth)),
      ...Array.from({ length: posters }, () => observe()),
    ])
  } finally {
    delay.disable()
    agent.destroy()
    await fixture.close()
  }
  times.sort((a, b) => a - b)
  const [p50, p99, worst] = [percentile(times, 0.5), percentile(times, 0.99), times.at(-1) ?? 0].map(Math.round)
  console.log(
    `${times.length} answers and ${lines} lines in ${seconds} s; answers p50 ${p50} ms, p99 ${p99} ms, worst ${worst} ms; ` +
      `event loop p99 ${Math.round(delay.percentile(99) / 1e6)} ms, worst ${Math.round(delay.max / 1e6)} ms`,
  )
  expect([...statuses.keys()]).toEqual([200])
  expect(told429).toBe(0)
  expect(times.length).toBeGreaterThan(pollers)
  expect(lines).toBeGreaterThan(100 * posters)
})
