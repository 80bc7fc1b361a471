import { describe, expect, it } from 'vitest'
import { PatchIndex } from '../../../data/api/patches.ts'
import { samplePatches } from '../../../data/api/test-world.ts'
import { keeper } from './keeper.ts'

const patches = new PatchIndex(samplePatches)

function counted(most: number) {
  const made: string[] = []
  const keep = keeper<string>(most)
  const of = (key: string, at = patches) => {
    return keep(at, key, () => {
      made.push(key)
      return Promise.resolve(key.toUpperCase())
    })
  }
  return { of, made }
}

it('makes each once, also while it is being made', async () => {
  const { of, made } = counted(2)
  expect(await Promise.all([of('a'), of('a'), of('b')])).toEqual(['A', 'A', 'B'])
  expect(made).toEqual(['a', 'b'])
})

it('lets go of what was asked for longest ago', async () => {
  const { of, made } = counted(2)
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await of(key)
  expect(made).toEqual(['a', 'b', 'c', 'b'])
})

it('makes all anew of another state of the catalog', async () => {
  const { of, made } = counted(2)
  await of('a')
  await of('a', new PatchIndex(samplePatches))
  expect(made).toEqual(['a', 'a'])
})

it('tries again what failed', async () => {
  const keep = keeper<string>(2)
  await expect(keep(patches, 'a', () => Promise.reject(new Error('not now')))).rejects.toThrow('not now')
  expect(await keep(patches, 'a', () => Promise.resolve('A'))).toBe('A')
})

describe('what is still being made', () => {
  /** Each is made by hand. */
  function byHand(most: number) {
    const keep = keeper<string>(most)
    const makings: { key: string; end: () => void }[] = []
    const of = (key: string) =>
      keep(patches, key, () => new Promise((resolve) => makings.push({ key, end: () => resolve(key.toUpperCase()) })))
    return { of, makings }
  }

  it('is not let go, so that nobody makes it a second time', async () => {
    const { of, makings } = byHand(1)
    const asked = ['a', 'b', 'c', 'a'].map(of)
    for (const { end } of makings) end()
    expect(await Promise.all(asked)).toEqual(['A', 'B', 'C', 'A'])
    expect(makings.map(({ key }) => key)).toEqual(['a', 'b', 'c'])
  })

  it('counts once it is made', async () => {
    const { of, makings } = byHand(1)
    const asked = ['a', 'b'].map(of)
    for (const { end } of makings) end()
    await Promise.all(asked)
    void of('b')
    void of('a')
    expect(makings.map(({ key }) => key)).toEqual(['a', 'b', 'a'])
  })

  it('puts nothing out that is made, before it is made itself', async () => {
    const { of, makings } = byHand(1)
    const first = of('a')
    makings[0]?.end()
    await first
    void of('b')
    expect(await of('a')).toBe('A')
    expect(makings).toHaveLength(2)
  })
})
