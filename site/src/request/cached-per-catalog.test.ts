import { expect, it } from 'vitest'
import type { PageCache } from '../../server/site-interface.ts'
import { cachedPerCatalog } from './cached-per-catalog.ts'

function counted(kind = 'numbers') {
  const made: string[] = []
  const cached = cachedPerCatalog<{ key: string }>(kind)
  const of = (cache: PageCache, key: string) =>
    cached(cache, key, () => {
      made.push(key)
      return Promise.resolve({ key: `${kind} ${key}` })
    })
  return { of, made }
}

it('makes each value once, even for concurrent calls', async () => {
  const { of, made } = counted()
  const cache = new Map<string, object>()
  const asked = ['a', 'a', 'b'].map((key) => of(cache, key))
  expect(await Promise.all(asked)).toEqual(['a', 'a', 'b'].map((key) => ({ key: `numbers ${key}` })))
  await of(cache, 'a')
  expect(made).toEqual(['a', 'b'])
})

it('makes a value again after its eviction', async () => {
  const { of, made } = counted()
  const none = { get: () => undefined, set: () => undefined }
  expect([await of(none, 'a'), await of(none, 'a')]).toEqual([{ key: 'numbers a' }, { key: 'numbers a' }])
  expect(made).toEqual(['a', 'a'])
})

it('makes all values again for another catalog', async () => {
  const { of, made } = counted()
  for (const cache of [new Map<string, object>(), new Map<string, object>()]) await of(cache, 'a')
  expect(made).toEqual(['a', 'a'])
})

it('keeps values of different kinds apart', async () => {
  const cache = new Map<string, object>()
  expect(await counted('one').of(cache, 'a')).toEqual({ key: 'one a' })
  expect(await counted('other').of(cache, 'a')).toEqual({ key: 'other a' })
})

it('does not cache failures', async () => {
  const cached = cachedPerCatalog<{ key: string }>('numbers')
  const cache = new Map<string, object>()
  await expect(cached(cache, 'a', () => Promise.reject(new Error('not now')))).rejects.toThrow('not now')
  expect(await cached(cache, 'a', () => Promise.resolve({ key: 'a' }))).toEqual({ key: 'a' })
})
