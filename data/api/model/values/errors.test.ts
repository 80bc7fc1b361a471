import { describe, expect, it } from 'vitest'
import { invalidParameters, Problem, problemAnswer, problems, type ProblemCode } from './errors.ts'

const answerOf = (problem: Problem, requestId?: string) => {
  const { status, headers, body } = problemAnswer(problem, requestId)
  return { status, headers, body: JSON.parse(body) as Record<string, unknown> }
}

it('codes and their status are permanent', () => {
  expect(Object.fromEntries(Object.entries(problems).map(([code, { status }]) => [code, status]))).toMatchObject({
    invalid_parameter: 400,
    bad_request: 400,
    unauthenticated: 401,
    insufficient_scope: 403,
    origin_not_allowed: 403,
    not_found: 404,
    unknown_patch: 404,
    method_not_allowed: 405,
    request_timeout: 408,
    payload_too_large: 413,
    unsupported_media_type: 415,
    rate_limited: 429,
    header_too_large: 431,
    internal_error: 500,
    unavailable: 503,
  })
})

describe('the answer of a problem', () => {
  it('is problem+json with code, title, detail and the id of the request', () => {
    expect(answerOf(new Problem('unavailable', 'The catalog is away.'), 'r-5001')).toEqual({
      status: 503,
      headers: { 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store' },
      body: {
        type: '/errors#unavailable',
        title: 'The service is not ready',
        status: 503,
        detail: 'The catalog is away.',
        code: 'unavailable',
        request_id: 'r-5001',
      },
    })
  })

  it('has no request id if a shared cache may store it', () => {
    const problem = new Problem('not_found', 'No row of items has the id "id.item.lost".')
    expect(answerOf(problem, 'r-5001').body.request_id).toBeUndefined()
    const { headers, body } = problemAnswer(problem, 'r-5001', true)
    expect([headers['cache-control'], body]).toEqual(['no-store', expect.stringContaining('"request_id":"r-5001"')])
  })

  it('leaves out absent fields', () => {
    expect(Object.keys(answerOf(new Problem('unavailable', 'Not yet.')).body)).toEqual([
      'type',
      'title',
      'status',
      'detail',
      'code',
    ])
  })

  it('carries the headers of the problem', () => {
    const problem = new Problem('rate_limited', 'Wait.', { headers: { 'retry-after': '7' } })
    expect(answerOf(problem).headers).toMatchObject({ 'retry-after': '7', 'cache-control': 'no-store' })
  })

  it.each(Object.keys(problems) as ProblemCode[])('%s is cached for a minute at most', (code) => {
    const cache = answerOf(new Problem(code, '')).headers['cache-control']
    const isOfParametersOrNotFound = ['invalid_parameter', 'not_found', 'unknown_patch'].includes(code)
    expect(cache).toBe(isOfParametersOrNotFound ? 'public, max-age=60' : 'no-store')
  })
})

describe('validation errors of parameters', () => {
  const errors = [
    { parameter: 'rarity', message: 'got "mythic"', allowed: ['common', 'epic'] },
    { parameter: 'rarty', message: 'is not a parameter of this endpoint', did_you_mean: 'rarity' },
    { parameter: 'rarity', message: 'is given twice' },
  ]

  it('are one 400 that names each parameter once in its detail and every validation error in errors', () => {
    const { status, body } = answerOf(invalidParameters(errors))
    expect(status).toBe(400)
    expect(body.detail).toBe('Not valid: rarity, rarty. rarity got "mythic". See errors for what is allowed.')
    expect(body.errors).toEqual(errors)
  })

  it('have the first one in the detail, with a suggestion, for programs that show only the detail', () => {
    const [, misspelled] = errors
    const { body } = answerOf(invalidParameters(misspelled ? [misspelled] : []))
    expect(body.detail).toBe(
      'Not valid: rarty. rarty is not a parameter of this endpoint. Did you mean rarity? See errors for what is allowed.',
    )
  })

  it('vary with Prefer, since a lenient request may have fewer', () => {
    expect(answerOf(invalidParameters(errors)).headers.vary).toBe('Prefer')
  })
})

it('a problem is an error with a status', () => {
  const problem = new Problem('unknown_patch', 'No patch has the id 99.')
  expect(problem).toBeInstanceOf(Error)
  expect([problem.name, problem.message, problem.status]).toEqual(['Problem', 'No patch has the id 99.', 404])
})
