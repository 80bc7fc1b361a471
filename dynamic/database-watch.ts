import type { Logger } from 'pino'
import { DatabaseUnavailableError } from '../data/store/dialect/unavailable.ts'

interface DatabaseWatchOptions {
  /** A small query; rejects with `DatabaseUnavailableError` while the database is away. */
  readonly ask: () => Promise<unknown>
  readonly log: Logger
}

const pauseMilliseconds = 1000

/** Logs once when the database goes away, with the reason, and once when it is back. Asks it each second; returns how to stop. */
export function watchDatabase({ ask, log }: DatabaseWatchOptions): { readonly close: () => void } {
  let isAway = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  const look = async () => {
    let error: unknown
    try {
      await ask()
    } catch (reason) {
      error = reason
    }
    if (isClosed) return
    timer = setTimeout(() => void look(), pauseMilliseconds).unref()
    const wasAway = isAway
    isAway = error instanceof DatabaseUnavailableError
    if (isAway && !wasAway)
      log.error({ err: reasonOf(error) }, 'the database is away: what needs accounts or live data is answered with 503')
    else if (wasAway && !isAway) log.info('the database is back')
  }
  void look()
  return {
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

const reasonOf = (error: unknown): unknown => (error instanceof Error ? (error.cause ?? error) : error)
