import type { Logger } from 'pino'
import { Problem } from '../../data/api/model/values/errors.ts'
import { redactKeys } from '../../data/store/accounts/redact-keys.ts'
import { DatabaseUnavailableError, FileUnavailableError } from '../../data/store/dialect/unavailable.ts'
import type { RequestContext } from './request-context.ts'

/** Logs an unexpected error in full, with the request id that its answer names. */
export function logFailure(log: Logger, { id, target }: RequestContext, error: unknown): void {
  const path = redactKeys(target.split('?', 1)[0] ?? '')
  log.error({ err: error, requestId: id, path }, 'a request failed')
}

/**
 * Returns the problem for a request that needs accounts or live data while the database is unavailable. Only an error
 * of a SQLite file becomes its cause, which is logged with the request: `watchDatabase` logs once that a database
 * server is unavailable. `more` is appended to the detail.
 */
export function databaseUnavailable(error: DatabaseUnavailableError, more = ''): Problem {
  const detail = `The database does not answer: try again in a moment.${more}`
  const cause = error instanceof FileUnavailableError && { cause: error }
  return new Problem('unavailable', detail, { headers: { 'retry-after': '5' }, ...cause })
}

/**
 * Converts an error to a problem: a problem is returned unchanged, an unavailable database becomes `unavailable`,
 * anything else becomes `internal_error`. Logs in full whatever becomes an `internal_error`, and the cause of a
 * problem.
 */
export function problemOf(log: Logger, context: RequestContext, error: unknown): Problem {
  const problem = error instanceof DatabaseUnavailableError ? databaseUnavailable(error) : error
  if (problem instanceof Problem) {
    if (problem.cause !== undefined) logFailure(log, context, problem.cause)
    return problem
  }
  logFailure(log, context, error)
  return new Problem('internal_error', `If the problem persists, send us the request id ${context.id}.`)
}
