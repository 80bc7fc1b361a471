import { describe, expect, it } from 'vitest'
import type { ApiResponse } from '../format/api-response.ts'
import { liveCacheHeaders, recordLiveAnswers } from './live-policy.ts'

const answered = (status: number, headers: ApiResponse['headers'] = {}): ApiResponse => ({
  status,
  headers,
  target: '/v2/market',
  json: {},
})

describe('the cache headers of a page', () => {
  it('are unchanged without live data', () => expect(liveCacheHeaders([], 200)).toEqual({}))

  it.each([200, 400, 404])('allow seconds with live data, or a %d for it', (status) => {
    expect(liveCacheHeaders([answered(status)], status)).toEqual({
      'cache-control': 'public, max-age=5, stale-while-revalidate=10',
    })
  })

  it('forbid caching if a part was not answered', () => {
    const busy = answered(503, { 'retry-after': '7' })
    expect(liveCacheHeaders([answered(200), busy], 200)).toEqual({ 'cache-control': 'no-store' })
  })

  it('have the longest Retry-After if it was not answered', () => {
    const answers = [answered(503, { 'retry-after': '7' }), answered(429, { 'retry-after': '60' }), answered(503)]
    expect(liveCacheHeaders(answers, 503)).toEqual({ 'cache-control': 'no-store', 'retry-after': '60' })
    expect(liveCacheHeaders([answered(503)], 503)).toEqual({ 'cache-control': 'no-store' })
  })
})

it('only answers of live endpoints are recorded', async () => {
  const { fetchApi, answers } = recordLiveAnswers(
    (target) => Promise.resolve({ ...answered(200), target }),
    (target) => target === '/v2/market',
  )
  expect((await fetchApi('/v2/items')).status).toBe(200)
  await fetchApi('/v2/market')
  expect(answers.map(({ target }) => target)).toEqual(['/v2/market'])
})
