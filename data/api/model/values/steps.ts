/** Work in steps of a few milliseconds at most, between which the thread may answer other requests. */
export type Steps<T> = Generator<undefined, T>

/** The result, without a pause. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** The result; the thread does what else there is to do whenever the work has held it for some milliseconds. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  const pause = createPause()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    const waiting = pause()
    if (waiting) await waiting
  }
}

/** What is made of each, in order; the thread does what else there is to do as in `inSlices`. */
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

const sliceMilliseconds = 5

/** A turn of the event loop; a timer takes a millisecond of it, but is everywhere. */
const nextTurn = (then: () => void): unknown =>
  typeof setImmediate === 'function' ? setImmediate(then) : setTimeout(then)

/** Work that goes on in later turns: one slice a turn, however many requests are worked on. */
const waiting: (() => void)[] = []

/** A function to call between steps: it gives a turn of the event loop to wait for where the last one was some milliseconds ago. */
export function createPause(): () => Promise<void> | undefined {
  // Where other work waits, this one does too after its first step.
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
