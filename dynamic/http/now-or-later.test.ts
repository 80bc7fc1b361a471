import { describe, expect, it } from 'vitest'
import { after, ending, recovering } from './now-or-later.ts'

describe('work that need not wait', () => {
  it('is done at once', () => {
    const order: string[] = []
    const result = ending(
      () => after(1, (one) => order.push('used') && one + 1),
      () => order.push('ended'),
    )
    expect([result, order]).toEqual([2, ['used', 'ended']])
  })

  it('throws, and ends nonetheless', () => {
    const order: string[] = []
    const work = (): number => {
      throw new Error('refused')
    }
    expect(() => ending(work, () => order.push('ended'))).toThrow('refused')
    expect(order).toEqual(['ended'])
  })

  it('recovers from errors that are meant, and from no others', () => {
    const fail = (): string => {
      throw new Error('unknown patch')
    }
    expect(
      recovering(
        fail,
        () => true,
        () => 'newer',
      ),
    ).toBe('newer')
    expect(() =>
      recovering(
        fail,
        () => false,
        () => 'newer',
      ),
    ).toThrow('unknown patch')
  })
})

describe('work that has to wait', () => {
  it('ends when it is done', async () => {
    const order: string[] = []
    const result = ending(
      () => after(Promise.resolve(1), (one) => order.push('used') && one + 1),
      () => order.push('ended'),
    )
    expect(order).toEqual([])
    expect(await result).toBe(2)
    expect(order).toEqual(['used', 'ended'])
  })

  it('ends when it has failed', async () => {
    const order: string[] = []
    const result = ending(
      () => Promise.reject(new Error('refused')),
      () => order.push('ended'),
    )
    await expect(result).rejects.toThrow('refused')
    expect(order).toEqual(['ended'])
  })

  it('recovers like what need not', async () => {
    const fail = () => Promise.reject<string>(new Error('unknown patch'))
    const recovered = recovering(
      fail,
      () => true,
      () => 'newer',
    )
    expect(await recovered).toBe('newer')
    const failed = recovering(
      fail,
      () => false,
      () => 'newer',
    )
    await expect(failed).rejects.toThrow('unknown patch')
  })
})
