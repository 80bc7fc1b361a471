import { expect, it } from 'vitest'
import { lazy } from './lazy.ts'

it('loads once, when first called, for however many call', async () => {
  let loads = 0
  const double = lazy((): Promise<(value: number) => number> => {
    loads += 1
    return Promise.resolve((value) => value * 2)
  })
  expect(loads).toBe(0)
  expect(await Promise.all([double(1), double(2)])).toEqual([2, 4])
  expect(await double(3)).toBe(6)
  expect(loads).toBe(1)
})

it('tries again after a load that failed', async () => {
  const outcomes = [Promise.reject(new Error('no such module')), Promise.resolve(() => 'loaded')]
  const load = lazy(() => outcomes.shift() ?? Promise.reject(new Error('loaded a third time')))
  await expect(load()).rejects.toThrow('no such module')
  expect(await load()).toBe('loaded')
})
