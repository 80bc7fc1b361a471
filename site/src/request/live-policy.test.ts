import { describe, expect, it } from 'vitest'
import type { ApiResponse } from '../format/ask.ts'
import { liveCacheHeaders, recordLiveAnswers } from './live-policy.ts'

const answered = (status: number, headers: ApiResponse['headers'] = {}): ApiResponse => ({
  status,
  headers,
  target: '/v2/market',
  json: {},
})

describe('a page', () => {
  it('that shows nothing live is kept as it was', () => expect(liveCacheHeaders([], 200)).toEqual({}))

  it.each([200, 400, 404])('that shows live data, or that there is none (%d), is kept for seconds', (status) => {
    expect(liveCacheHeaders([answered(status)], status)).toEqual({
      'cache-control': 'public, max-age=5, stale-while-revalidate=10',
    })
  })

  it('is kept by nobody where a part was not answered', () => {
    const busy = answered(503, { 'retry-after': '7' })
    expect(liveCacheHeaders([answered(200), busy], 200)).toEqual({ 'cache-control': 'no-store' })
  })

  it('that was not answered says how long to wait: as long as the longest', () => {
    const answers = [answered(503, { 'retry-after': '7' }), answered(429, { 'retry-after': '60' }), answered(503)]
    expect(liveCacheHeaders(answers, 503)).toEqual({ 'cache-control': 'no-store', 'retry-after': '60' })
    expect(liveCacheHeaders([answered(503)], 503)).toEqual({ 'cache-control': 'no-store' })
  })
})

it('answers of live endpoints are noted, others are not', async () => {
  const { fetchApi, answers } = recordLiveAnswers(
    (target) => Promise.resolve({ ...answered(200), target }),
    (target) => target === '/v2/market',
  )
  expect((await fetchApi('/v2/items')).status).toBe(200)
  await fetchApi('/v2/market')
  expect(answers.map(({ target }) => target)).toEqual(['/v2/market'])
})
