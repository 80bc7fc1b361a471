// For suites: the work of a thread.
import { serveThread } from './serve-thread.ts'

serveThread({
  echo: (value: unknown) => value,
  inner: { twice: (value: number) => value * 2 },
  fail: () => Promise.reject(new TypeError('nothing of the kind')),
  die: () => process.exit(1),
  explode() {
    setTimeout(() => {
      throw new Error('exploded')
    }, 0)
    return new Promise(() => undefined)
  },
  wait: (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds, 'waited')),
})
