// For suites: what every error of /account looks like.
import { expect } from 'vitest'
import { problems, type ProblemCode } from '../../data/api/errors.ts'
import type { Told } from './test-house.ts'

/** Checks an error's shape; returns the parameters at fault. */
export function expectProblem(told: Told, code: ProblemCode): string[] {
  const about = `${told.status} ${told.text}`
  expect(told.json, about).toMatchObject({ code, status: problems[code].status, type: `/errors#${code}` })
  expect(told.status, about).toBe(problems[code].status)
  expect(told.headers.get('content-type'), about).toMatch(/^application\/problem\+json/)
  expect(told.headers.get('cache-control'), about).toBe('no-store')
  expect(told.headers.get('access-control-allow-origin'), about).toBeNull()
  return (told.json.errors ?? []).map(({ parameter }) => parameter)
}
