import { apiHeaders } from './api-headers.ts'
import { isMcpTarget, isSharedTarget } from './cors.ts'
import { Problem } from '../model/values/errors.ts'

export const apiMethods = 'GET, HEAD, OPTIONS'
export const mcpMethods = 'POST, OPTIONS'

/** Headers that are allowed in the answer to a preflight that requests none. */
const usualHeaders = 'X-Api-Key, Prefer, If-None-Match, Accept-Encoding'
/** Longer lists of headers are not echoed, because proxies reject response headers that are too long. */
const maxRequestedHeaders = 1024

/** Headers of the 204 to OPTIONS. A request may have whatever headers its preflight asks for. */
export function preflightHeaders(target: string, requestedHeaders: string | null | undefined): Record<string, string> {
  const allow = isMcpTarget(target) ? mcpMethods : apiMethods
  if (!isSharedTarget(target)) return { allow }
  const requested = requestedHeaders?.trim() ?? ''
  const isTaken = requested !== '' && requested.length <= maxRequestedHeaders
  return {
    ...apiHeaders,
    allow,
    'access-control-allow-methods': allow,
    'access-control-allow-headers': isTaken ? requested : usualHeaders,
    'access-control-max-age': '86400',
    vary: 'Access-Control-Request-Headers',
  }
}

/** The 405 of the API. */
export const methodNotAllowed = (method: string): Problem =>
  new Problem('method_not_allowed', `${method} is not allowed here: this API is read-only.`, {
    headers: { allow: apiMethods },
  })

/** Whether a `Prefer` header (RFC 7240) asks to ignore unknown parameters. */
export const isLenient = (prefer: string): boolean => /(^|[\s,;])handling\s*=\s*"?lenient"?\s*($|[,;])/i.test(prefer)
