import { setImmediate } from 'node:timers/promises'

/** Work in steps of a few milliseconds, between which other requests run. */
export type Steps<T> = Generator<undefined, T>

const sliceMilliseconds = 5

/** The result, all at once. */
export function drained<T>(steps: Steps<T>): T {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** The result; between slices of some milliseconds, whatever else the thread has to do goes on. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const end = performance.now() + sliceMilliseconds
    let step = steps.next()
    while (!step.done && performance.now() < end) step = steps.next()
    if (step.done) return step.value
    await setImmediate()
  }
}
