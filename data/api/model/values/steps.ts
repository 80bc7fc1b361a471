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
    await pause()
  }
}

const sliceMilliseconds = 5

/** A function to call between steps: it waits a turn of the event loop where the last one was some milliseconds ago. */
export function createPause(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < sliceMilliseconds) return
    await new Promise((resolve) => setTimeout(resolve))
    since = performance.now()
  }
}
