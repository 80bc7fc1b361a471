import { expect, it } from 'vitest'
import { loadInBackground } from './load-in-background.ts'

it('loads once, before the first call, however many calls follow', async () => {
  let loads = 0
  const double = loadInBackground((): Promise<(value: number) => number> => {
    loads += 1
    return Promise.resolve((value) => value * 2)
  })
  expect(loads).toBe(1)
  expect(await Promise.all([double(1), double(2)])).toEqual([2, 4])
  expect(await double(3)).toBe(6)
  expect(loads).toBe(1)
})

it('retries at the next call after a load has failed', async () => {
  const failed = () => Promise.reject<() => string>(new Error('no such module'))
  const loads = [failed, failed, () => Promise.resolve(() => 'loaded')]
  const load = loadInBackground(() => loads.shift()?.() ?? failed())
  await expect(load()).rejects.toThrow('no such module')
  await expect(load()).rejects.toThrow('no such module')
  expect(await load()).toBe('loaded')
})
