// Sets the system clock to unusual dates, forward or back while the service runs in some time zone.
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { liveWorld, ndjson, post } from '../../fixtures/live-world.ts'
import { fetchApi } from '../../fixtures/test-client.ts'
import { openSampleFixture } from '../../fixtures/test-service.ts'
import { kill, observerKey, serveProcess } from '../../live/service-process.ts'
import type { FaultRow, Rig } from '../fault-row.ts'

const zones = ['UTC', 'Pacific/Apia', 'America/St_Johns', 'Africa/Casablanca', 'Asia/Kathmandu']
const requestsPerMinute = 30
const minute = 60

/**
 * Instants in UTC: both changes of daylight saving time, leap days, a leap second, overflows of counters, a new year.
 */
const instants = [
  ...['2026-03-29T00:59:58Z', '2026-10-25T00:59:58Z', '2028-02-29T23:59:58Z', '2100-02-28T23:59:58Z'],
  ...['2016-12-31T23:59:59Z', '2038-01-19T03:14:06Z', '2106-02-07T06:28:14Z', '2026-12-31T23:59:58Z'],
]
/** Seconds by which the clock is set forward or back. */
const jumps = [-86_400, 315_360_000, -1, -3600, 3600, 61]

/** A service whose clock can be set; all times are in seconds. */
interface ClockedService {
  /** Sets the clock ahead of the true time. */
  readonly set: (ahead: number) => void
  /** Posts an observation dated ahead of the clock of the service; resolves to whether it was accepted. */
  readonly observe: (ahead: number) => Promise<boolean>
  readonly age: () => Promise<number>
  /**
   * Sends requests until the quota refuses one. `resetIn` is the time until the end of the quota by the clock of the
   * service.
   */
  readonly wait: () => Promise<{ readonly retryAfter: number | undefined; readonly resetIn: number }>
}

async function setAndLook(rig: Rig, { set, observe, age, wait }: ClockedService): Promise<void> {
  let ahead = 0
  for (let nth = 0; nth < rig.amount; nth += 1) {
    const isInstant = nth % 2 === 0
    ahead = isInstant ? (Date.parse(rig.random.pick(instants)) - Date.now()) / 1000 : ahead + rig.random.pick(jumps)
    const wrong: string[] = []
    set(ahead)
    const staleAge = await age()
    if (!(staleAge >= 0)) wrong.push(`the age of old data is ${staleAge}`)
    if (!(await observe(0))) wrong.push('an observation of now is refused')
    const freshAge = await age()
    // Data from before the clock was set back has a later date, and remains the newest.
    if (!(freshAge >= 0 && freshAge <= 5)) wrong.push(`the age of new data is ${freshAge} s`)
    if (await observe(10 * minute)) wrong.push('an observation ten minutes ahead is accepted')
    const { retryAfter, resetIn } = await wait()
    if (retryAfter === undefined) wrong.push('the quota never refuses')
    else if (!(retryAfter >= 1 && retryAfter <= minute)) wrong.push(`Retry-After is ${retryAfter}`)
    if (!(resetIn >= -1 && resetIn <= minute + 1)) wrong.push(`a quota ends in ${resetIn} s`)
    const instant = new Date(Date.now() + ahead * 1000).toISOString()
    rig.check(wrong.length === 0, `${isInstant ? 'at' : 'after it was set to'} ${instant}: ${wrong.join('; ')}`)
  }
}

/** Path of libfaketime, which Debian installs in a folder named after the architecture. */
const library = (): string =>
  readdirSync('/usr/lib')
    .map((folder) => `/usr/lib/${folder}/faketime/libfaketimeMT.so.1`)
    .find((path) => existsSync(path)) ?? ''

async function run(rig: Rig): Promise<void> {
  const fixture = await openSampleFixture()
  const offset = join(rig.folder, 'offset')
  const set = (ahead: number) => writeFileSync(offset, `${ahead < 0 ? '' : '+'}${ahead.toFixed(3)}`)
  set(0)
  const zone = rig.random.pick(zones)
  const settings = async () => ({
    ...(await fixture.store.settings()),
    ...{ TZ: zone, LD_PRELOAD: library(), FAKETIME_TIMESTAMP_FILE: offset, FAKETIME_NO_CACHE: '1' },
    ...{ FAKETIME_DONT_FAKE_MONOTONIC: '1', RATE_LIMIT_ANONYMOUS: String(requestsPerMinute) },
  })
  const service = await serveProcess({ settings }, await observerKey(fixture.store))
  let [now, players] = [0, 100]
  const observe = async (ahead: number) => {
    const timestamp = new Date(Date.now() + (now + ahead) * 1000).toISOString()
    const line = { ...liveWorld.population[0], timestamp, num_online: (players += 1) }
    const { text } = await post(service, '/observations/population', ndjson([line]))
    return (JSON.parse(text) as { rejected: unknown[] }).rejected.length === 0
  }
  rig.note(`in the time zone ${zone}`)
  try {
    // There is no age without any data.
    if (!(await observe(0))) throw new Error('the observer is refused without a fault')
    await setAndLook(rig, {
      set(ahead) {
        now = ahead
        set(ahead)
      },
      observe,
      async age() {
        const { text } = await fetchApi({ port: service.observerPort }, '/metrics', { undeclared: 'allowed' })
        return Number(/^observation_age_seconds\{feed="population"\} (.+)$/m.exec(text)?.[1] ?? NaN)
      },
      async wait() {
        for (let nth = 0; ; nth += 1) {
          const { status, headers } = await fetchApi(service, `/v2/items?limit=${1 + (nth % 50)}`, {
            undeclared: 'allowed',
          })
          const resetIn = Number(headers['x-ratelimit-reset']) - (Date.now() / 1000 + now)
          if (status === 429) return { retryAfter: Number(headers['retry-after']), resetIn }
          if (nth > 2 * requestsPerMinute) return { retryAfter: undefined, resetIn }
        }
      },
    })
    rig.check(service.child.exitCode === null, 'the service has ended')
  } finally {
    await kill(service.child)
    await fixture.close()
  }
}

/** Simulates a service that computes waits and ages as differences of wall-clock times. */
async function runNegativeControl(rig: Rig): Promise<void> {
  let [ahead, newest, endsAt] = [0, 0, 0]
  const now = () => Date.now() / 1000 + ahead
  await setAndLook(rig, {
    set: (given) => void (ahead = given),
    observe(early) {
      newest = Math.max(newest, now() + early)
      return Promise.resolve(true)
    },
    age: () => Promise.resolve(now() - newest),
    wait() {
      if (endsAt < now()) endsAt = now() + minute
      return Promise.resolve({ retryAfter: endsAt - now(), resetIn: endsAt - now() })
    },
  })
}

export const clocks: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run,
  negativeControl: {
    what: 'a service that computes waits and ages from the wall clock',
    amount: 4,
    finds: [/the age of new data is |the age of old data is -/, /a quota ends in |Retry-After is /],
    run: runNegativeControl,
  },
}
