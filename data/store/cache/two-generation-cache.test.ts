import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TwoGenerationCache } from './two-generation-cache.ts'

const cacheOf = (maxBytes: number) => new TwoGenerationCache<{ bytes: number }>(maxBytes, ({ bytes }) => bytes)

describe('a cache of two generations', () => {
  it('never exceeds its size, and returns the value that was set or undefined', () => {
    const step = fc.record({ key: fc.nat(30), bytes: fc.integer({ min: 1, max: 60 }) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const cache = cacheOf(100)
        const set = new Map<number, { bytes: number }>()
        for (const { key, bytes } of steps) {
          const found = cache.get(key)
          if (found) expect(found).toBe(set.get(key))
          else {
            set.set(key, { bytes })
            cache.set(key, set.get(key) as { bytes: number })
          }
          expect(cache.calculatedSize).toBeLessThanOrEqual(100)
        }
      }),
    )
  })

  it('keeps values that are read again and drops others', () => {
    const cache = cacheOf(100)
    for (let key = 0; key < 40; key += 1) {
      cache.set(key, { bytes: 10 })
      cache.get(0)
    }
    expect(cache.get(0)).toBeDefined()
    expect(cache.get(1)).toBeUndefined()
    expect(cache.get(39)).toBeDefined()
  })

  it('does not cache values larger than half of its size, and is empty after clear', () => {
    const cache = cacheOf(100)
    cache.set(1, { bytes: 51 })
    expect(cache.get(1)).toBeUndefined()
    cache.set(2, { bytes: 50 })
    expect(cache.calculatedSize).toBe(50)
    cache.clear()
    expect(cache.get(2)).toBeUndefined()
    expect(cache.calculatedSize).toBe(0)
  })
})
