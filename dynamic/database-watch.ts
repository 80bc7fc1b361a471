import type { Logger } from 'pino'
import { DatabaseUnavailableError } from '../data/store/dialect/unavailable.ts'

interface DatabaseWatchOptions {
  /** A small query; rejects with `DatabaseUnavailableError` while the database is unavailable. */
  readonly query: () => Promise<unknown>
  readonly log: Logger
}

const pauseMilliseconds = 1000

/**
 * Queries the database every second, and logs once when it becomes unavailable, with the reason, and once when it is
 * back.
 */
export function watchDatabase({ query, log }: DatabaseWatchOptions): { readonly close: () => void } {
  let isAway = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  const check = async () => {
    let error: unknown
    try {
      await query()
    } catch (reason) {
      error = reason
    }
    if (isClosed) return
    timer = setTimeout(() => void check(), pauseMilliseconds).unref()
    const wasAway = isAway
    isAway = error instanceof DatabaseUnavailableError
    if (isAway && !wasAway)
      log.error(
        { err: reasonOf(error) },
        'the database is away: requests that need accounts or live data are answered with 503',
      )
    else if (wasAway && !isAway) log.info('the database is back')
  }
  void check()
  return {
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

const reasonOf = (error: unknown): unknown => (error instanceof Error ? (error.cause ?? error) : error)
