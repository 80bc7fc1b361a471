import { describe, expect, it } from 'vitest'
import { maybeThen, maybeFinally, maybeCatch } from './maybe-promise.ts'

describe('synchronous work', () => {
  it('returns its result without a promise, and then ends', () => {
    const order: string[] = []
    const result = maybeFinally(
      () => maybeThen(1, (one) => order.push('used') && one + 1),
      () => order.push('ended'),
    )
    expect([result, order]).toEqual([2, ['used', 'ended']])
  })

  it('ends even if it throws', () => {
    const order: string[] = []
    const work = (): number => {
      throw new Error('refused')
    }
    expect(() => maybeFinally(work, () => order.push('ended'))).toThrow('refused')
    expect(order).toEqual(['ended'])
  })

  it('recovers only from errors for which canRecover is true', () => {
    const fail = (): string => {
      throw new Error('unknown patch')
    }
    expect(
      maybeCatch(
        fail,
        () => true,
        () => 'newer',
      ),
    ).toBe('newer')
    expect(() =>
      maybeCatch(
        fail,
        () => false,
        () => 'newer',
      ),
    ).toThrow('unknown patch')
  })
})

describe('asynchronous work', () => {
  it('ends once its promise is fulfilled', async () => {
    const order: string[] = []
    const result = maybeFinally(
      () => maybeThen(Promise.resolve(1), (one) => order.push('used') && one + 1),
      () => order.push('ended'),
    )
    expect(order).toEqual([])
    expect(await result).toBe(2)
    expect(order).toEqual(['used', 'ended'])
  })

  it('ends once its promise is rejected', async () => {
    const order: string[] = []
    const result = maybeFinally(
      () => Promise.reject(new Error('refused')),
      () => order.push('ended'),
    )
    await expect(result).rejects.toThrow('refused')
    expect(order).toEqual(['ended'])
  })

  it('recovers only from rejections for which canRecover is true', async () => {
    const fail = () => Promise.reject<string>(new Error('unknown patch'))
    const recovered = maybeCatch(
      fail,
      () => true,
      () => 'newer',
    )
    expect(await recovered).toBe('newer')
    const failed = maybeCatch(
      fail,
      () => false,
      () => 'newer',
    )
    await expect(failed).rejects.toThrow('unknown patch')
  })
})
