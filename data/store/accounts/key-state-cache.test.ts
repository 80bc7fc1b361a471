import { afterEach, expect, it, vi } from 'vitest'
import { currentKeyState, KeyStateCache, refusedStates, type CachedKeyState, type KeyState } from './key-state-cache.ts'

const keyState: KeyState = { kind: 'good', keyId: 2, ownerId: 1, scopes: new Set(), origins: [], tier: 'standard' }
const good: CachedKeyState = { keyState, verifiedAt: 0, expiresAt: 5000 }

afterEach(() => void vi.useRealTimers())

it('a key is good until the instant at which it expires, exclusive', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 4999 })
  expect(currentKeyState(good)).toBe(keyState)
  vi.setSystemTime(5000)
  expect(currentKeyState(good)).toBe(refusedStates.expired)
  expect(currentKeyState({ ...good, keyState: refusedStates.revoked })).toBe(refusedStates.revoked)
})

it('key states are cached for the state of the database in which they were requested', () => {
  const cache = new KeyStateCache()
  expect(cache.get('before', 'hash')).toBeUndefined()
  cache.put('before', 'hash', good)
  expect(cache.get('before', 'hash')).toBe(good)
  expect(cache.get('before', 'other')).toBeUndefined()
  expect(cache.get('after', 'hash')).toBeUndefined()
  cache.put('before', 'hash', good)
  expect(cache.get('after', 'hash')).toBeUndefined()
})
