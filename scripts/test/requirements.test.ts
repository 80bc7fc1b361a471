import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { canRun, hasRealData } from './requirements.ts'

let lines: unknown[] = []
beforeEach(() => {
  lines = []
  vi.stubEnv('REAL_DATA', undefined)
  vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line))
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

describe('where every suite is required', () => {
  beforeEach(() => vi.stubEnv('REQUIRE_EVERY_SUITE', '1'))

  it('a suite whose program is missing fails', () => {
    expect(() => canRun('mirrors', 'curl', false)).toThrow('mirrors: there is no curl, and REQUIRE_EVERY_SUITE is set')
    expect(canRun('mirrors', 'curl', true)).toBe(true)
  })

  it('a suite whose real data is missing fails', () =>
    expect(() => hasRealData('the real market', 'no-such-file')).toThrow(
      'no-such-file, and REQUIRE_EVERY_SUITE is set',
    ))

  it('suites of real data are left out if REAL_DATA is "none", which is printed', () => {
    vi.stubEnv('REAL_DATA', 'none')
    expect(hasRealData('the real market', 'no-such-file')).toBe(false)
    expect(lines).toEqual(['SKIPPED the real market: it needs real game data, and REAL_DATA is "none"'])
  })
})

it('skipped suites are printed with the reason if they are not required', () => {
  vi.stubEnv('REQUIRE_EVERY_SUITE', undefined)
  expect(canRun('mirrors', 'curl', false)).toBe(false)
  expect(lines).toEqual(['SKIPPED mirrors: there is no curl'])
})

it('.ci/run requires every suite and leaves none out', () => {
  const script = readFileSync(new URL('../../.ci/run', import.meta.url), 'utf8')
  expect(script).toMatch(/^export REQUIRE_EVERY_SUITE=1$/m)
  expect(script).not.toContain('REAL_DATA')
})
