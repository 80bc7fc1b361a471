import { describe, expect, it } from 'vitest'
import { LoadShedder } from './load-shedder.ts'

/** Resolves in the next turn of the event loop. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A thread with clocks that advance only when the test says so. */
class Machine {
  time = 1000
  worked = 500
  readonly load = new LoadShedder({ now: () => this.time, worked: () => this.worked })
  readonly begun: string[] = []

  /** A request that takes `milliseconds` once it may begin. */
  request(name: string, milliseconds = 0): Promise<void> | undefined {
    const answer = () => {
      this.begun.push(name)
      this.work(milliseconds)
    }
    const waiting = this.load.admit()
    if (!waiting) answer()
    return waiting?.then(answer)
  }

  work(milliseconds: number): void {
    this.time += milliseconds
    this.worked += milliseconds
  }

  /** Counts as many answers as may be unfinished. Returns a function that ends one of them. */
  fill(): () => void {
    const ends: (() => void)[] = []
    for (let nth = 0; nth < 250; nth += 1)
      this.load
        .count(
          new Promise<void>((resolve, reject) => ends.push(nth % 2 ? () => reject(new Error('it failed')) : resolve)),
        )
        .catch(() => undefined)
    return () => ends.pop()?.()
  }
}

describe('requests that arrive together', () => {
  it('begin immediately while the turn is short; the others begin one per turn, in order', async () => {
    const machine = new Machine()
    for (const name of ['first', 'second', 'third', 'fourth']) void machine.request(name, 6)
    expect(machine.begun).toEqual(['first', 'second'])
    expect(machine.load.waiting).toBe(2)
    await turn()
    expect(machine.begun).toEqual(['first', 'second', 'third'])
    void machine.request('fifth')
    await turn()
    expect(machine.begun).toEqual(['first', 'second', 'third', 'fourth'])
    await turn()
    expect(machine.begun).toEqual(['first', 'second', 'third', 'fourth', 'fifth'])
    expect(machine.request('in a new turn')).toBeUndefined()
  })

  it('are refused after waiting a second if this thread worked for a quarter of it, with Retry-After', async () => {
    const machine = new Machine()
    void machine.request('first', 11)
    const [late, later] = [machine.request('late'), machine.request('later')]
    machine.work(1001)
    const reason = { code: 'unavailable', headers: { 'retry-after': '2' } }
    await expect(late).rejects.toMatchObject(reason)
    await expect(later).rejects.toMatchObject(reason)
    expect(machine.begun).toEqual(['first'])
  })

  it('are answered after waiting a second in which other programs had the processor', async () => {
    const machine = new Machine()
    void machine.request('first', 11)
    const late = machine.request('late')
    machine.work(200)
    machine.time += 3000
    await late
    expect(machine.begun).toEqual(['first', 'late'])
  })
})

describe('while 250 answers are being computed', () => {
  it('a request waits until one of them succeeds or fails', async () => {
    const machine = new Machine()
    const endOne = machine.fill()
    const waiting = machine.request('it')
    await turn()
    expect(machine.begun).toEqual([])
    endOne()
    await waiting
    expect(machine.begun).toEqual(['it'])
  })

  it('a request is refused after waiting a second, although this thread is idle', async () => {
    const machine = new Machine()
    machine.fill()
    const waiting = machine.request('late')
    machine.time += 1001
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable' })
  })
})
