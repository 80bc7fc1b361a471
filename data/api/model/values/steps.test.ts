import { describe, expect, it } from 'vitest'
import { runSynchronously, runInSlices, type Steps } from './steps.ts'

/** Blocks the thread for some milliseconds. */
function hold(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

function* work(steps: number, milliseconds: number): Steps<number> {
  for (let step = 0; step < steps; step++) {
    hold(milliseconds)
    yield
  }
  return steps
}

/** Number of turns of the event loop until the promise is settled. */
async function turnsUntil(promise: Promise<unknown>): Promise<number> {
  let turns = 0
  let timer = setTimeout(function turn() {
    turns += 1
    timer = setTimeout(turn)
  })
  await promise
  clearTimeout(timer)
  return turns
}

describe('work in steps', () => {
  it('has the same result at once and in slices', async () => {
    expect(runSynchronously(work(3, 0))).toBe(3)
    expect(await runInSlices(work(3, 0))).toBe(3)
  })

  it('lets other work run in between if it takes long', async () => {
    expect(await turnsUntil(runInSlices(work(20, 6)))).toBeGreaterThan(5)
  })

  it('does not wait after each of many short steps', async () => {
    expect(await turnsUntil(runInSlices(work(1000, 0)))).toBeLessThan(50)
  })

  it('of several requests takes one slice a turn', async () => {
    let turn = 0
    let timer = setImmediate(function next() {
      turn += 1
      timer = setImmediate(next)
    })
    const laterSlices: number[] = []
    const all = Array.from({ length: 10 }, () =>
      runInSlices(
        (function* (): Steps<void> {
          for (let step = 0; step < 4; step += 1) {
            if (step > 0) laterSlices.push(turn)
            hold(6)
            yield
          }
        })(),
      ),
    )
    await Promise.all(all)
    clearImmediate(timer)
    expect(laterSlices).toHaveLength(30)
    expect(new Set(laterSlices).size).toBe(30)
  })

  it('fails as the work does', async () => {
    const failing = (function* (): Steps<never> {
      yield
      throw new Error('no more')
    })()
    await expect(runInSlices(failing)).rejects.toThrow('no more')
  })
})
