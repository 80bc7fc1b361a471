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
 * The problem for requests that need accounts or live data while the database does not answer. Its cause, which is to
 * be logged, is what SQLite refused; that a database server is away is logged once, by `watchDatabase`.
 */
export function databaseAway(error: DatabaseUnavailableError, more = ''): Problem {
  const detail = `The database does not answer: try again in a moment.${more}`
  const cause = error instanceof FileUnavailableError && { cause: error }
  return new Problem('unavailable', detail, { headers: { 'retry-after': '5' }, ...cause })
}

/**
 * Converts an error to a problem: problems are unchanged, an unavailable database becomes one, anything else becomes
 * `internal_error`. It is logged in full, as the cause of a problem is.
 */
export function problemOf(log: Logger, context: RequestContext, error: unknown): Problem {
  const problem = error instanceof DatabaseUnavailableError ? databaseAway(error) : error
  if (problem instanceof Problem) {
    if (problem.cause !== undefined) logFailure(log, context, problem.cause)
    return problem
  }
  logFailure(log, context, error)
  return new Problem('internal_error', `Tell us the request id ${context.id}.`)
}
