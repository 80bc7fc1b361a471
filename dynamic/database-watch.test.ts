import { setImmediate as turn } from 'node:timers/promises'
import pino from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DatabaseUnavailableError } from '../data/store/dialect/unavailable.ts'
import { watchDatabase } from './database-watch.ts'

interface Line {
  readonly level: number
  readonly msg: string
  readonly err?: { readonly message: string }
}

const away = new DatabaseUnavailableError('The database does not answer.', { cause: new Error('connect ECONNREFUSED') })
let lines: Line[]
let failure: Error | undefined
let watch: ReturnType<typeof watchDatabase>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  lines = []
  failure = undefined
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as Line) })
  watch = watchDatabase({ query: () => (failure ? Promise.reject(failure) : Promise.resolve()), log })
})
afterEach(() => {
  watch.close()
  vi.useRealTimers()
})

async function wait(seconds: number): Promise<void> {
  for (let nth = 0; nth < seconds; nth += 1) {
    await turn()
    vi.advanceTimersByTime(1000)
  }
  await turn()
}

it('logs once each time the database becomes unavailable, with the reason, and once when it is back', async () => {
  await wait(3)
  expect(lines).toEqual([])
  for (let outage = 0; outage < 2; outage += 1) {
    lines.length = 0
    failure = away
    await wait(5)
    expect(lines).toMatchObject([{ level: 50, err: { message: 'connect ECONNREFUSED' } }])
    expect(lines[0]?.msg).toContain('the database is away')
    failure = undefined
    await wait(5)
    expect(lines.slice(1)).toMatchObject([{ level: 30, msg: 'the database is back' }])
  }
})

it('logs nothing if a query fails for another reason, or after it is closed', async () => {
  failure = new TypeError('not the database')
  await wait(2)
  failure = away
  watch.close()
  await wait(2)
  expect(lines).toEqual([])
})

it('continues after a query that throws synchronously', async () => {
  const query = vi.fn<() => Promise<unknown>>(() => {
    throw new TypeError('no store')
  })
  const other = watchDatabase({ query, log: pino({ level: 'silent' }) })
  await wait(3)
  other.close()
  expect(query.mock.calls.length).toBeGreaterThan(1)
})
