import { expect, it } from 'vitest'
import { cacheByState } from './cache-by-state.ts'

const state = {}

function counted(max: number) {
  const made: string[] = []
  const cached = cacheByState<{ key: string }>(max)
  const of = (key: string, at: object = state) =>
    cached(at, key, () => {
      made.push(key)
      return Promise.resolve({ key })
    })
  return { of, made }
}

it('makes each value once, also for those who ask while it is being made', async () => {
  const { of, made } = counted(2)
  expect(await Promise.all([of('a'), of('a'), of('b')])).toEqual([{ key: 'a' }, { key: 'a' }, { key: 'b' }])
  expect(made).toEqual(['a', 'b'])
})

it('evicts what was asked for longest ago', async () => {
  const { of, made } = counted(2)
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await of(key)
  expect(made).toEqual(['a', 'b', 'c', 'b'])
})

it('answers everyone who waits, however many values are being made', async () => {
  const { of } = counted(1)
  const keys = ['a', 'b', 'c', 'a']
  expect(await Promise.all(keys.map((key) => of(key)))).toEqual(keys.map((key) => ({ key })))
})

it('makes all anew for another state', async () => {
  const { of, made } = counted(2)
  await of('a')
  await of('a', {})
  expect(made).toEqual(['a', 'a'])
})

it('tries again what failed', async () => {
  const cached = cacheByState<{ key: string }>(2)
  await expect(cached(state, 'a', () => Promise.reject(new Error('not now')))).rejects.toThrow('not now')
  expect(await cached(state, 'a', () => Promise.resolve({ key: 'a' }))).toEqual({ key: 'a' })
})
