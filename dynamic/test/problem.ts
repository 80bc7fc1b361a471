// For suites: what every error of the service looks like (RFC 9457, DESIGN 3).
import { expect } from 'vitest'
import { z } from 'zod'
import { problems, type ProblemCode } from '../../data/api/errors.ts'
import type { Reply } from './ask.ts'

const fault = z.strictObject({
  parameter: z.string().min(1),
  message: z.string().min(1),
  allowed: z.array(z.string()).min(1).optional(),
  did_you_mean: z.string().optional(),
})
const problem = z.strictObject({
  type: z.string(),
  title: z.string().min(1),
  status: z.int(),
  detail: z.string().min(1),
  code: z.string(),
  request_id: z.string().min(1).optional(),
  errors: z.array(fault).min(1).optional(),
})

export type Fault = z.infer<typeof fault>

/** Checks an error's shape and returns its faults. Whatever Node itself refused has no request id. */
export function expectProblem(reply: Reply, code: ProblemCode, { withoutRequest = false } = {}): readonly Fault[] {
  const about = `${reply.status} ${reply.text.slice(0, 500)}`
  expect(reply.headers['content-type'], about).toMatch(/^application\/problem\+json\b/)
  const body = problem.parse(reply.json)
  expect(body, about).toMatchObject({ code, type: `/errors#${code}`, status: problems[code].status })
  expect(reply.status, about).toBe(problems[code].status)
  if (!withoutRequest) expect(body.request_id, about).toBe(reply.headers['x-request-id'])
  expect(body.errors === undefined, about).toBe(code !== 'invalid_parameter')
  const maxAge = /max-age=(\d+)/.exec(reply.headers['cache-control'] ?? '')
  if (['invalid_parameter', 'not_found', 'unknown_patch'].includes(code) && !reply.keyed)
    expect(Number(maxAge?.[1]), about).toBeLessThanOrEqual(60)
  else expect(reply.headers['cache-control'], about).toBe('no-store')
  return body.errors ?? []
}
