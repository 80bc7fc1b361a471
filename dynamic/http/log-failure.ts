import type { Logger } from 'pino'
import { Problem } from '../../data/api/model/values/errors.ts'
import { redactKeys } from '../../data/store/accounts/redact-keys.ts'
import { DatabaseUnavailableError } from '../../data/store/dialect/unavailable.ts'
import type { RequestContext } from './request-context.ts'

/** Logs an unexpected error in full, with the request id that its answer names. */
export function logFailure(log: Logger, { id, target }: RequestContext, error: unknown): void {
  const path = redactKeys(target.split('?', 1)[0] ?? '')
  log.error({ err: error, requestId: id, path }, 'a request failed')
}

/** The problem for requests that need accounts or live data while the database does not answer. */
export const databaseAway = (more = ''): Problem =>
  new Problem('unavailable', `The database does not answer: try again in a moment.${more}`, {
    headers: { 'retry-after': '5' },
  })

/** Converts an error to a problem: problems are unchanged, an unavailable database becomes one, anything else is logged in full and becomes `internal_error`. */
export function problemOf(log: Logger, context: RequestContext, error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof DatabaseUnavailableError) return databaseAway()
  logFailure(log, context, error)
  return new Problem('internal_error', `Tell us the request id ${context.id}.`)
}
