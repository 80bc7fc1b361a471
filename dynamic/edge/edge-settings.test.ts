import { expect, it } from 'vitest'
import { readEdgeSettings } from './edge-settings.ts'

const read = (env: Record<string, string>) => readEdgeSettings((name) => env[name])

it('have defaults, without an origin', () => {
  expect(read({})).toEqual({
    originUrl: undefined,
    originTimeoutMilliseconds: 5000,
    anonymousLimit: 60,
    manifestMilliseconds: 30_000,
  })
})

it('are read from the environment', () => {
  const env = {
    ORIGIN_URL: 'https://origin.example',
    ORIGIN_TIMEOUT_MS: '800',
    RATE_LIMIT_ANONYMOUS: '90',
    MANIFEST_TTL_MS: '0',
  }
  expect(Object.values(read(env))).toEqual(['https://origin.example', 800, 90, 0])
})

it.each([
  [{ ORIGIN_URL: 'origin.example' }, /ORIGIN_URL is not valid: expected an http or https URL without a path/],
  [{ ORIGIN_URL: 'https://origin.example/v2' }, /ORIGIN_URL is not valid/],
  [{ ORIGIN_URL: 'https://user:secret@origin.example' }, /ORIGIN_URL is not valid/],
  [{ ORIGIN_TIMEOUT_MS: '5s' }, /ORIGIN_TIMEOUT_MS=5s is not valid: expected a whole number/],
])('are refused: %j', (env, reason) => {
  expect(() => read(env)).toThrow(reason)
})
