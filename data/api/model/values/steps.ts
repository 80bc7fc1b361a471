/** Work in steps of a few milliseconds at most, between which the thread may answer other requests. */
export type Steps<T> = Generator<undefined, T>

/** The result, computed without a pause. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** The result; yields to the event loop whenever the work has taken some milliseconds. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  const pause = createPause()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    const waiting = pause()
    if (waiting) await waiting
  }
}

/** The results for each element, in order; yields to the event loop as `inSlices` does. */
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

/** The same, one by one: each result is computed when the one before it has been consumed, like the parts of a page. */
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

/** A turn of the event loop; a timer takes a millisecond, but exists in every runtime. */
const nextTurn = (then: () => void): unknown =>
  typeof setImmediate === 'function' ? setImmediate(then) : setTimeout(then)

/** Work that continues in later turns: one slice per turn, however many requests are in progress. */
const waiting: (() => void)[] = []

/** Returns a function to call between steps: it returns a turn of the event loop to await if the last one was some milliseconds ago. */
export function createPause(): () => Promise<void> | undefined {
  // If other work is waiting, this one waits too after its first step.
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
