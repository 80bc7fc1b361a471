// Work that may have to wait, without a promise where it need not: a chain of promises costs a cached answer several
// microseconds.

/** What `use` makes of a value, at once if the value is there. */
export const after = <T, R>(value: T | Promise<T>, use: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(use) : use(value)

/** The result of `work`; where it fails with an error that `isMeant`, what `recover` makes of that. */
export function recovering<T>(
  work: () => T | Promise<T>,
  isMeant: (error: unknown) => boolean,
  recover: (error: unknown) => T | Promise<T>,
): T | Promise<T> {
  const handle = (error: unknown) => {
    if (!isMeant(error)) throw error
    return recover(error)
  }
  try {
    const result = work()
    return result instanceof Promise ? result.catch(handle) : result
  } catch (error) {
    return handle(error)
  }
}

/** The result of `work`; calls `end` once that is done or has failed. */
export function ending<T>(work: () => T | Promise<T>, end: () => void): T | Promise<T> {
  let isLater = false
  try {
    const result = work()
    isLater = result instanceof Promise
    return isLater ? (result as Promise<T>).finally(end) : result
  } finally {
    if (!isLater) end()
  }
}
