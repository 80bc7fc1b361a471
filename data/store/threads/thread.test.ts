import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DatabaseUnavailableError, FileUnavailableError, TooFarError, TooSlowError } from '../dialect/unavailable.ts'
import { Thread, ThreadBusyError } from './thread.ts'

const options = { module: new URL('test/test-thread.ts', import.meta.url), data: {}, maxPending: 3 }
let thread: Thread
beforeEach(async () => {
  thread = await new Thread(options).start()
})
afterEach(() => thread.close())

describe('a thread', () => {
  it('answers calls of methods of its target and of objects within it', async () => {
    expect(await thread.call(['echo'], [{ bytes: Uint8Array.of(1, 2), nothing: null }])).toEqual({
      ...{ bytes: Uint8Array.of(1, 2), nothing: null },
    })
    const inner = thread.remote('inner') as { twice(value: number): Promise<number> }
    expect(await inner.twice(4)).toBe(8)
    expect(thread.pending).toBe(0)
  })

  it('rejects with the error that a method throws, including its stack', async () => {
    const failed = thread.call(['fail'], [])
    await expect(failed).rejects.toThrow('nothing of the kind')
    await expect(failed).rejects.toHaveProperty('stack', expect.stringContaining('test-thread.ts'))
    await expect(thread.call(['inner', 'thrice'], [1])).rejects.toThrow('There is no method inner.thrice')
    await expect(thread.call(['refuse'], [])).rejects.toBeInstanceOf(TooSlowError)
    await expect(thread.call(['refusePage'], [])).rejects.toBeInstanceOf(TooFarError)
    await expect(thread.call(['fill'], [])).rejects.toBeInstanceOf(FileUnavailableError)
    const lost = thread.call(['lose'], [])
    await expect(lost).rejects.toBeInstanceOf(DatabaseUnavailableError)
    await expect(lost).rejects.toHaveProperty('cause.message', 'connection refused')
  })

  it('reports errors outside of calls', async () => {
    const told: [string, Error][] = []
    const telling = new Thread({ ...options, onReport: (what, error) => told.push([what, error]) })
    await telling.call(['report'], ['something failed'])
    expect(told).toMatchObject([['something failed', { message: 'by itself', cause: { message: 'the reason' } }]])
    await telling.close()
  })

  it('that dies fails its pending calls, and the next call restarts it', async () => {
    const waiting = thread.call(['wait'], [60_000])
    await expect(thread.call(['die'], [])).rejects.toThrow('The thread ended.')
    await expect(waiting).rejects.toThrow('The thread ended.')
    expect(thread.pending).toBe(0)
    expect(await thread.call(['echo'], [1])).toBe(1)
    await expect(thread.call(['explode'], [])).rejects.toThrow('exploded')
    expect(await thread.call(['echo'], [2])).toBe(2)
  })

  it('has at most 6 MB for new objects, whatever the process has', async () => {
    const program = `import('${new URL('thread.ts', import.meta.url).href}').then(async ({ Thread }) => {
      const thread = new Thread({ module: new URL('${options.module.href}'), data: {}, maxPending: 1 })
      console.log(await thread.call(['fillSpace'], []))
      await thread.close()
    })`
    const { stdout } = await promisify(execFile)(process.execPath, ['--max-semi-space-size=16', '--eval', program])
    expect(Number(stdout)).toBeGreaterThan(0)
    expect(Number(stdout)).toBeLessThanOrEqual(6 * 1024 * 1024)
  })

  it('refuses calls beyond the maximum that may wait', async () => {
    const waiting = [1, 2, 3].map(() => thread.call(['wait'], [30]))
    await expect(thread.call(['echo'], [1])).rejects.toBeInstanceOf(ThreadBusyError)
    expect(await Promise.all(waiting)).toEqual(['waited', 'waited', 'waited'])
    expect(await thread.call(['echo'], [1])).toBe(1)
  })

  it('does not count a call that could not be sent', async () => {
    for (let at = 0; at < 4; at += 1)
      await expect(thread.call(['echo'], [() => 1])).rejects.toThrow('could not be cloned')
    expect(thread.pending).toBe(0)
  })

  it('that is closed fails pending calls and refuses new ones', async () => {
    const waiting = [1, 2, 3].map(() => thread.call(['wait'], [60_000]))
    const settled = Promise.allSettled(waiting)
    await thread.close()
    expect(await settled).toMatchObject(Array(3).fill({ reason: { message: 'The thread is closed.' } }))
    await expect(thread.call(['echo'], [1])).rejects.toThrow('The thread is closed.')
  })

  it('can be closed with a last call, even if others are waiting', async () => {
    const reported: string[] = []
    const closing = await new Thread({ ...options, onReport: (what) => reported.push(what) }).start()
    const waiting = Promise.allSettled([1, 2, 3].map(() => closing.call(['wait'], [60_000])))
    await closing.close(['flush'])
    expect(reported).toEqual(['flushed'])
    expect(await waiting).toMatchObject(Array(3).fill({ reason: { message: 'The thread is closed.' } }))
  })

  it('ends when it is closed, even if the last call fails', async () => {
    const waiting = Promise.allSettled([thread.call(['wait'], [60_000])])
    await expect(thread.close(['fail'])).rejects.toThrow('nothing of the kind')
    expect(thread.isRunning).toBe(false)
    expect(await waiting).toMatchObject([{ reason: { message: 'The thread is closed.' } }])
  })

  it('whose module is missing does not start', async () => {
    const missing = { ...options, module: new URL('no-thread.ts', import.meta.url) }
    await expect(new Thread(missing).start()).rejects.toThrow('no-thread.ts')
  })

  it('can be closed while it starts, even if its module is missing', async () => {
    const starting = new Thread({ ...options, module: new URL('no-thread.ts', import.meta.url) })
    const started = starting.start()
    await Promise.all([expect(started).rejects.toThrow('no-thread.ts'), starting.close()])
  })
})
