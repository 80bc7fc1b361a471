import pLimit from 'p-limit'

/** Too many wait for the same already; a page says so with 503. */
export class Busy extends Error {
  override name = 'Busy'
}

/** Lets one be made after another; whoever would wait behind more than so many gets `Busy`. */
export function lane(mostWaiting: number): <T>(make: () => Promise<T>) => Promise<T> {
  const limit = pLimit(1)
  return (make) =>
    limit.activeCount + limit.pendingCount > mostWaiting
      ? Promise.reject(new Busy(`${mostWaiting} wait already.`))
      : limit(make)
}
