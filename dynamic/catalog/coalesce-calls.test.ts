import { describe, expect, it } from 'vitest'
import { coalesceCalls } from './coalesce-calls.ts'

describe('coalesced calls', () => {
  it('get the result of a run that began after the call', async () => {
    let value = 0
    const finish: (() => void)[] = []
    const ask = coalesceCalls(() => {
      const begun = value
      return new Promise<number>((resolve) => finish.push(() => resolve(begun)))
    }, 0)
    const first = ask()
    await expect.poll(() => finish.length).toBe(1)
    value = 1
    const [second, third] = [ask(), ask()]
    finish[0]?.()
    expect(await first).toBe(0)
    await expect.poll(() => finish.length).toBe(2)
    finish[1]?.()
    expect([await second, await third]).toEqual([1, 1])
    expect(finish).toHaveLength(2)
  })

  it('run one at a time, and continue after a run that failed', async () => {
    let [running, maxRunning, runs] = [0, 0, 0]
    const ask = coalesceCalls(async () => {
      maxRunning = Math.max(maxRunning, (running += 1))
      await new Promise((resolve) => setTimeout(resolve, 5))
      running -= 1
      if ((runs += 1) === 1) throw new Error('the first one')
      return runs
    }, 0)
    await expect(ask()).rejects.toThrow('the first one')
    const results: number[] = []
    for (let nth = 0; nth < 20; nth += 1) {
      for (let caller = 0; caller < 2; caller += 1) void ask().then((result) => results.push(result))
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    await expect.poll(() => results).toHaveLength(40)
    expect(maxRunning).toBe(1)
    // Both calls of a turn share a run, however long the runs take.
    expect(runs).toBeLessThan(22)
  })
})
