import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AnswerCache } from './answer-cache.ts'

const answer = (text: string) => ({ text, etag: `"${text}"`, mediaType: 'application/json', next: undefined })

describe('cached answers', () => {
  it('are found by target, the last one for each', () => {
    const cache = new AnswerCache(100)
    cache.set('/a', answer('old'))
    cache.set('/a', answer('new'))
    expect(cache.get('/a')?.text).toBe('new')
    expect(cache.get('/b')).toBeUndefined()
  })

  it('are evicted if they were used least recently', () => {
    const cache = new AnswerCache(12)
    for (const target of ['/a', '/b', '/c']) cache.set(target, answer('12'))
    cache.get('/a')
    cache.set('/d', answer('12'))
    expect(['/a', '/b', '/c', '/d'].filter((target) => cache.get(target))).toEqual(['/a', '/c', '/d'])
  })

  it('do not include an answer longer than the cache, which evicts nothing', () => {
    const cache = new AnswerCache(10)
    cache.set('/a', answer('123'))
    cache.set('/b', answer('0123456789'))
    expect([cache.get('/a')?.text, cache.get('/b')]).toEqual(['123', undefined])
  })

  it('never exceed the maximum length, and include the last one that fits', () => {
    const entry = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.string({ maxLength: 30 }))
    fc.assert(
      fc.property(fc.array(entry), fc.integer({ min: 1, max: 60 }), (entries, max) => {
        const cache = new AnswerCache(max)
        for (const [target, text] of entries) {
          cache.set(`/${target}`, answer(text))
          expect(cache.get(`/${target}`)?.text).toBe(text.length + 2 <= max ? text : undefined)
        }
        const kept = Array.from({ length: 10 }, (_, target) => cache.get(`/${target}`)).filter(
          (one) => one !== undefined,
        )
        expect(kept.reduce((sum, { text }) => sum + text.length + 2, 0)).toBeLessThanOrEqual(max)
      }),
    )
  })
})
