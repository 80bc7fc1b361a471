import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Coalesces calls of `run`: runs are sequential with a pause between them, and each caller gets the result of a run
 * that began after its call.
 */
export function coalesceCalls<T>(run: () => Promise<T>, pauseMilliseconds: number): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  const begin = () => {
    next = undefined
    const result = run()
    last = result.catch(() => undefined).then(() => sleep(pauseMilliseconds, undefined, { ref: false }))
    return result
  }
  return () => (next ??= last.then(begin))
}
