// Tests that a service stops cleanly while event streams are open.
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EventClient } from '../fixtures/event-client.ts'
import { openLive, openSampleFixture, type Fixture } from '../fixtures/test-service.ts'

/** Longer than the interval at which the store is polled. */
const pollMilliseconds = 300

let fixture: Fixture
beforeAll(async () => void (fixture = await openSampleFixture()))
afterAll(() => fixture.close())

it.each([
  ['between two polls of the store', false],
  ['while the store is being read', true],
])('ends them %s, and logs no error', async (_, isReading) => {
  const live = await openLive(fixture)
  const lines: string[] = []
  const service = await fixture.serve({ live, log: pino({ level: 'error' }, { write: (line) => lines.push(line) }) })
  const client = await EventClient.open(service, '/v2/events')
  await client.begun
  const stopped = Promise.withResolvers<never>()
  stopped.promise.catch(() => undefined)
  const looked = Promise.withResolvers<undefined>()
  let looksAfterStop = 0
  let isStopped = false
  live.changes.newest = () => {
    looksAfterStop += Number(isStopped)
    looked.resolve(undefined)
    return isStopped || isReading ? stopped.promise : Promise.resolve(0)
  }
  await looked.promise
  await turn()
  isStopped = true
  const closed = service.close()
  stopped.reject(new Error('driver has already been destroyed'))
  expect(await client.closed).toBe('end')
  await closed
  await sleep(pollMilliseconds)
  expect({ looksAfterStop, lines }).toEqual({ looksAfterStop: 0, lines: [] })
})
