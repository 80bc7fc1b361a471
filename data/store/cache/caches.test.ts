import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cacheParts, Caches, textBytes, type CachePart } from './caches.ts'

const names = Object.keys(cacheParts) as CachePart[]
const bytesOf = ({ length }: Buffer) => length

describe('caches', () => {
  it('share one limit completely', () => {
    expect(Object.values(cacheParts).reduce((sum, share) => sum + share, 0)).toBe(100)
    expect(new Caches(10).maxBytesOf('answers')).toBe(Math.floor(1.8 * 1024 * 1024))
  })

  it('never exceed their limits, whatever is set, grows or is read', () => {
    const step = fc.record({
      part: fc.constantFrom(...names),
      key: fc.integer({ min: 0, max: 40 }).map(String),
      bytes: fc.integer({ min: 1, max: 300_000 }),
      grown: fc.integer({ min: 0, max: 300_000 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const caches = new Caches(1)
        const parts = new Map(names.map((name) => [name, caches.cache<{ bytes: number }>(name, ({ bytes }) => bytes)]))
        for (const { part, key, bytes, grown } of steps) {
          const value = { bytes }
          parts.get(part)?.set(key, value)
          value.bytes += grown
          parts.get(part)?.resize(key)
          const held = caches.usedBytes()
          for (const name of names) expect(held[name]).toBeLessThanOrEqual(caches.maxBytesOf(name))
        }
      }),
      { numRuns: 50 },
    )
  })

  it('evict the least recently used entries', () => {
    const answers = new Caches(1).cache('answers', bytesOf)
    for (const key of ['a', 'b']) answers.set(key, Buffer.alloc(90_000))
    answers.get('a')
    answers.set('c', Buffer.alloc(90_000))
    expect(['a', 'b', 'c'].map((key) => answers.get(key) !== undefined)).toEqual([true, false, true])
  })

  it('do not cache values that are larger than their limit', () => {
    const answers = new Caches(1).cache('answers', bytesOf)
    answers.set('a', Buffer.alloc(1024 * 1024))
    expect(answers.get('a')).toBeUndefined()
  })

  it('are emptied together, and can be opened only once', () => {
    const caches = new Caches(1)
    const rows = caches.cache('rows', bytesOf)
    rows.set('a', Buffer.alloc(10))
    expect(caches.usedBytes().rows).toBeGreaterThan(10)
    caches.clear()
    expect(caches.usedBytes()).toEqual({ rows: 0 })
    expect(() => caches.cache('rows', bytesOf)).toThrow('There is a cache of rows already')
  })
})

it('the memory of texts is that of V8', () => {
  expect(textBytes('abcé') - textBytes('')).toBe(4)
  expect(textBytes('ab灯') - textBytes('')).toBe(6)
  expect(textBytes(null)).toBe(0)
})
