import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { redactKeys } from '../data/store/accounts/redact-keys.ts'
import { requestIdOf } from './request-id.ts'

const longestTarget = 500

/** One line a request, once its answer is out or its client is gone. Only what is named here is logged, never a header. */
export function logRequest(log: Logger, req: IncomingMessage, res: ServerResponse): void {
  if (!log.isLevelEnabled('info')) return
  const began = performance.now()
  res.on('close', () => {
    log.info({
      requestId: requestIdOf(req),
      method: req.method,
      target: shown(req.url ?? ''),
      status: res.statusCode,
      milliseconds: Math.round((performance.now() - began) * 100) / 100,
      aborted: res.writableFinished ? undefined : true,
    })
  })
}

/** Codes of a sign-in are as good as keys for a moment: of `/account` no query is logged. */
function shown(target: string): string {
  const [path = ''] = target.split('?', 1)
  return redactKeys(path.startsWith('/account') ? path : target).slice(0, longestTarget)
}
