// After kills at any moment, the live store has every acknowledged line exactly once. KILLS sets the number of kills.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fetchApi, paginate } from '../fixtures/test-client.ts'
import { openSampleFixture, type Fixture } from '../fixtures/test-service.ts'
import { expectWhole } from './expect-whole.ts'
import { killLine } from './kill-lines.ts'
import { kill, killAll, observerKey, waitForOutput, serveProcess, startProcess } from './service-process.ts'
import { ndjson, post } from '../fixtures/live-world.ts'
import { killCount, reportKills } from '../../../scripts/test/kills.ts'
import { randomMoments } from '../../../scripts/test/random-moments.ts'

const kills = killCount(200, 8)
const moment = randomMoments('kills of the live store')
const killsOfService = Math.max(2, Math.round(kills / 10))

let fixture: Fixture
beforeAll(async () => void (fixture = await openSampleFixture()))
afterEach(killAll)
afterAll(() => fixture.close())

/** Kills a writer some time after its output matches `from`; returns the last acknowledged line, if there is one. */
async function killWriter(script: string, { store }: Fixture, { first, from }: { first: number; from: RegExp }) {
  const child = startProcess([`dynamic/test/live/${script}`, String(first)], await store.settings())
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await waitForOutput(child, 'stdout', from)
  await sleep(moment(400))
  await kill(child)
  const last = [...text.matchAll(/^stored \d+ (\d+)\n/gm)].at(-1)?.[1]
  return last === undefined ? undefined : Number(last)
}

describe('a writer', () => {
  it('negative control: one that acknowledges before it stores loses lines', async () => {
    const own = await openSampleFixture()
    const acknowledged = await killWriter('ingest-too-early.ts', own, { first: 1, from: /stored/ })
    await expect(expectWhole(await own.store.location(), acknowledged ?? 0)).rejects.toThrow(/is lost/)
    await own.close()
  })

  it(`loses no acknowledged line in ${kills} kills`, { timeout: 30_000 + kills * 15_000 }, async () => {
    let acknowledged = 0
    for (let nth = 0; nth < kills; nth += 1) {
      // Lines that were not acknowledged are sent again.
      const next = { first: acknowledged + 1, from: nth % 2 === 0 ? /stored/ : /ready/ }
      acknowledged = (await killWriter('ingest-lines.ts', fixture, next)) ?? acknowledged
      if (nth % 10 === 0 || nth === kills - 1) await expectWhole(await fixture.store.location(), acknowledged)
    }
    reportKills('intake', kills, `of the writer: ${acknowledged} lines of each feed acknowledged, all there once`)
    expect(acknowledged).toBeGreaterThan(0)
  })
})

describe('the service', () => {
  it(
    `loses no acknowledged line in ${killsOfService} kills during posts`,
    { timeout: 60_000 + killsOfService * 90_000 },
    async () => {
      const own = await openSampleFixture()
      const key = await observerKey(own.store)
      const serve = () => serveProcess(own.store, key)
      let acknowledged = 0
      for (let nth = 0; nth < killsOfService; nth += 1) {
        const service = await serve()
        const before = acknowledged
        let isUp = true
        const posting = (async () => {
          for (let from = acknowledged + 1; isUp; from += 40) {
            const ids = Array.from({ length: 40 }, (_, at) => from + at)
            for (const feed of ['market', 'trades', 'merchant-stock'] as const) {
              const reply = await post(service, `/observations/${feed}`, ndjson(ids.map((one) => killLine(feed, one))))
              expect(reply.status, reply.text).toBe(200)
              const { accepted, duplicates } = reply.object as { accepted: number; duplicates: number }
              expect(accepted + duplicates).toBe(40)
            }
            acknowledged = from + 39
          }
        })().catch((error: unknown) => {
          if (isUp) throw error
        })
        await expect.poll(() => acknowledged, { timeout: 30_000 }).toBeGreaterThan(before)
        await sleep(moment(1000))
        isUp = false
        await kill(service.child)
        await posting
      }
      await expectWhole(await own.store.location(), acknowledged)
      const last = await serve()
      const replies = await paginate(last, '/v2/trades?sender=Kill&limit=250')
      const ids = replies.flatMap(({ rows }) => rows.map(({ id }) => Number(id)))
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.length).toBeGreaterThanOrEqual(acknowledged)
      expect((await fetchApi(last, `/v2/market/${acknowledged}`)).status).toBe(200)
      await kill(last.child)
      const said = `of the service: ${acknowledged} lines of each feed acknowledged, all there once`
      reportKills('intake', killsOfService, said)
      await own.close()
    },
  )
})
