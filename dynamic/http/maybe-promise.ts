// `then`, `catch` and `finally` for work that may be synchronous, which creates no promise: a chain of promises costs a
// cached answer several microseconds.

/** Passes a value to `use`, synchronously unless the value is a promise, and returns the result. */
export const maybeThen = <T, R>(value: T | Promise<T>, use: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(use) : use(value)

/**
 * Returns the result of `work`, or of `recover` if `work` throws or rejects with an error for which `canRecover` is
 * true.
 */
export function maybeCatch<T>(
  work: () => T | Promise<T>,
  canRecover: (error: unknown) => boolean,
  recover: (error: unknown) => T | Promise<T>,
): T | Promise<T> {
  const handle = (error: unknown) => {
    if (!canRecover(error)) throw error
    return recover(error)
  }
  try {
    const result = work()
    return result instanceof Promise ? result.catch(handle) : result
  } catch (error) {
    return handle(error)
  }
}

/** Returns the result of `work`, and calls `end` once `work` has succeeded or failed. */
export function maybeFinally<T>(work: () => T | Promise<T>, end: () => void): T | Promise<T> {
  let isPromise = false
  try {
    const result = work()
    isPromise = result instanceof Promise
    return isPromise ? (result as Promise<T>).finally(end) : result
  } finally {
    if (!isPromise) end()
  }
}
