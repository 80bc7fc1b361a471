import { describe, expect, it } from 'vitest'
import { sharedRuns } from './shared-runs.ts'

describe('shared runs', () => {
  it('give each caller the result of a run that began after his call', async () => {
    let value = 0
    const finish: (() => void)[] = []
    const ask = sharedRuns(() => {
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

  it('are not more than one at a time, and go on after one that failed', async () => {
    let [running, most, runs] = [0, 0, 0]
    const ask = sharedRuns(async () => {
      most = Math.max(most, (running += 1))
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
    expect(most).toBe(1)
    // Two who call in one turn share a run, however long the others take.
    expect(runs).toBeLessThan(22)
  })
})
