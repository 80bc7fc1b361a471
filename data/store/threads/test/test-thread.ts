// A thread for tests.
import { getHeapSpaceStatistics } from 'node:v8'
import { DatabaseUnavailableError, FileUnavailableError, TooFarError, TooSlowError } from '../../dialect/unavailable.ts'
import { reportError, serveThread } from '../serve-thread.ts'

serveThread({
  echo: (value: unknown) => value,
  inner: { twice: (value: number) => value * 2 },
  fail: () => Promise.reject(new TypeError('nothing of the kind')),
  fill: () => Promise.reject(new FileUnavailableError('no room')),
  refuse: () => Promise.reject(new TooSlowError('ask for less')),
  refusePage: () => Promise.reject(new TooFarError('follow next')),
  lose: () => Promise.reject(new DatabaseUnavailableError('no answer', { cause: new Error('connection refused') })),
  report: (what: string) => reportError(what, new RangeError('by itself', { cause: new Error('the reason') })),
  flush: () => reportError('flushed', new Error('as the last call')),
  die: () => process.exit(1),
  explode() {
    setTimeout(() => {
      throw new Error('exploded')
    }, 0)
    return new Promise(() => undefined)
  },
  /**
   * Makes many objects, a thousand of which live for a while. Returns the size of the space for new objects in bytes.
   */
  fillSpace() {
    const living: unknown[] = []
    for (let nth = 0; nth < 1_000_000; nth += 1) living[nth % 1000] = { text: String(nth) }
    return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.physical_space_size
  },
  wait: (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds, 'waited')),
})
