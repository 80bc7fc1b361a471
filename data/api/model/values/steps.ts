/** Work in steps of a few milliseconds at most, between which the thread can answer other requests. */
export type Steps<T> = Generator<undefined, T>

/** Runs all steps without a pause and returns their result. */
export function runSynchronously<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Runs all steps, yielding to the event loop after every few milliseconds, and returns their result. */
export async function runInSlices<T>(steps: Steps<T>): Promise<T> {
  const pause = createPause()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    const waiting = pause()
    if (waiting) await waiting
  }
}

/** Maps a list, yielding to the event loop as `runInSlices` does. */
export async function mapInSlices<In, Out>(all: readonly In[], make: (one: In) => Out): Promise<Out[]> {
  const pause = createPause()
  const made: Out[] = []
  for (const one of all) {
    made.push(make(one))
    const waiting = pause()
    if (waiting) await waiting
  }
  return made
}

/** Like `mapInSlices`, but lazy: each result is computed when the previous one has been consumed. */
export async function* iterateInSlices<In, Out>(
  all: Iterable<In>,
  make: (one: In, at: number) => Out,
): AsyncGenerator<Out, undefined> {
  const pause = createPause()
  let at = 0
  for (const one of all) {
    const waiting = pause()
    if (waiting) await waiting
    yield make(one, at)
    at += 1
  }
}

const sliceMilliseconds = 5

/** Calls back in the next turn of the event loop. Where `setImmediate` is missing, a timer takes a millisecond instead. */
const nextTurn = (then: () => void): unknown =>
  typeof setImmediate === 'function' ? setImmediate(then) : setTimeout(then)

/** Callbacks of paused work: one of them continues per turn, however many requests are in progress. */
const waiting: (() => void)[] = []

/** Returns a function to call between steps. If the current slice is used up, it returns a promise for the next one. */
export function createPause(): () => Promise<void> | undefined {
  // If other work is waiting, this work waits too after its first step.
  let since = waiting.length > 0 ? -Infinity : performance.now()
  return () => {
    if (performance.now() - since < sliceMilliseconds) return undefined
    return new Promise((resolve) => {
      waiting.push(() => {
        since = performance.now()
        resolve()
      })
      if (waiting.length === 1) nextTurn(turn)
    })
  }
}

function turn(): void {
  waiting.shift()?.()
  if (waiting.length > 0) nextTurn(turn)
}
