import { setImmediate } from 'node:timers/promises'

/** Work that is done in steps of a few milliseconds, with a result at the end. */
export type Steps<T> = Generator<void, T, void>

const maxMilliseconds = 5

/** All steps at once. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** All steps, with time for other requests between them. */
export async function runStepsApart<T>(steps: Steps<T>): Promise<T> {
  let began = performance.now()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() - began < maxMilliseconds) continue
    await setImmediate()
    began = performance.now()
  }
}
