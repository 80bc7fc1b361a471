// For suites: what every error of /account looks like.
import { expect } from 'vitest'
import { problems, type ProblemCode } from '../../../data/api/model/values/errors.ts'
import type { BrowserResponse } from './account-service.ts'

/** Checks an error's shape; returns the invalid parameters. */
export function expectProblem(response: BrowserResponse, code: ProblemCode): string[] {
  const about = `${response.status} ${response.text}`
  expect(response.json, about).toMatchObject({ code, status: problems[code].status, type: `/errors#${code}` })
  expect(response.status, about).toBe(problems[code].status)
  expect(response.headers.get('content-type'), about).toMatch(/^application\/problem\+json/)
  expect(response.headers.get('cache-control'), about).toBe('no-store')
  expect(response.headers.get('access-control-allow-origin'), about).toBeNull()
  return (response.json.errors ?? []).map(({ parameter }) => parameter)
}
