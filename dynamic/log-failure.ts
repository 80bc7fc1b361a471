import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import { redactKeys } from '../data/store/accounts/redact-keys.ts'
import { requestIdOf } from './request-id.ts'

/** What nobody expected, in full, with the id that its answer names. */
export function logFailure(log: Logger, req: IncomingMessage, error: unknown): void {
  const path = redactKeys(req.url?.split('?', 1)[0] ?? '')
  log.error({ err: error, requestId: requestIdOf(req), path }, 'a request failed')
}
