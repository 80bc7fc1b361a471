import { setTimeout as sleep } from 'node:timers/promises'

/** Runs a task for whoever asks, one run after the other with a pause between them: each caller gets the result of a run that began after his call. */
export function sharedRuns<T>(run: () => Promise<T>, pauseMilliseconds: number): () => Promise<T> {
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
