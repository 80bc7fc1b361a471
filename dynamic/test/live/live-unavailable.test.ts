// Errors of the live store: the problems that clients get, and when they may retry.
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  DatabaseUnavailableError,
  FileUnavailableError,
  TooFarError,
  TooSlowError,
} from '../../../data/store/dialect/unavailable.ts'
import { ThreadBusyError } from '../../../data/store/threads/thread.ts'
import { noon } from '../fixtures/live-world.ts'
import { expectProblem } from '../fixtures/problem.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import { liveAt, openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'

let fixture: Fixture
let service: ServedFixture | undefined
beforeAll(async () => void (fixture = await openSampleFixture()))
afterEach(() => service?.close())
afterAll(() => fixture.close())

const cases = [
  ['that takes too long is a 503 for a minute', new TooSlowError('Use from and to.'), '60', 'Use from and to.'],
  [
    'that waits behind too many others is a 503 for a second',
    new ThreadBusyError(),
    '1',
    'Too many requests wait for live data: try again in a moment.',
  ],
  [
    'whose database is away is a 503 for five seconds',
    new DatabaseUnavailableError('connection refused'),
    '5',
    'The database does not answer: try again in a moment.',
  ],
] as const

describe('a list of the market', () => {
  it.each(cases)('%s', async (_, error, seconds, detail) => {
    const live = await liveAt(fixture, noon)
    Object.assign(live.market, { listings: () => Promise.reject(error) })
    service = await fixture.serve({ live })
    const reply = await fetchApi(service, '/v2/market?from=2020-01-01')
    expectProblem(reply, 'unavailable')
    expect(reply.json).toMatchObject({ detail })
    expect(reply.headers['retry-after']).toBe(seconds)
  })

  it('with too many rows before its page is a validation error of the page, not a temporary problem', async () => {
    const live = await liveAt(fixture, noon)
    Object.assign(live.market, { listings: () => Promise.reject(new TooFarError('follow pagination.next')) })
    service = await fixture.serve({ live })
    const reply = await fetchApi(service, '/v2/market?sort=price&page=4001')
    const errors = [{ parameter: 'page', message: 'follow pagination.next' }]
    expect(expectProblem(reply, 'invalid_parameter')).toEqual(errors)
    expect(reply.headers['retry-after']).toBeUndefined()
  })

  it.each([
    ['fails because of a full disk', new FileUnavailableError('The disk does not store what was written'), 1],
    ['fails because the server is away, which is logged elsewhere', new DatabaseUnavailableError('refused'), 0],
  ] as const)('that %s is logged as often as it should be', async (_, error, times) => {
    const live = await liveAt(fixture, noon)
    Object.assign(live.market, { listings: () => Promise.reject(error) })
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
    service = await fixture.serve({ live, log })
    expectProblem(await fetchApi(service, '/v2/market?from=2020-01-01'), 'unavailable')
    expect(lines.filter((line) => line.includes(error.message))).toHaveLength(times)
  })
})
