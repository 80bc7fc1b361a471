// For suites: the work of a thread.
import { TooSlowError } from '../../dialect/unavailable.ts'
import { serveThread } from './serve-thread.ts'

serveThread({
  echo: (value: unknown) => value,
  inner: { twice: (value: number) => value * 2 },
  fail: () => Promise.reject(new TypeError('nothing of the kind')),
  refuse: () => Promise.reject(new TooSlowError('ask for less')),
  die: () => process.exit(1),
  explode() {
    setTimeout(() => {
      throw new Error('exploded')
    }, 0)
    return new Promise(() => undefined)
  },
  wait: (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds, 'waited')),
})
