import { apiHeaders } from './api-headers.ts'
import { isMcpTarget, isSharedTarget } from './cors.ts'
import { Problem } from '../model/values/errors.ts'

export const apiMethods = 'GET, HEAD, OPTIONS'
export const mcpMethods = 'POST, OPTIONS'

/** Headers that a preflight allows where it names none. */
const usualHeaders = 'X-Api-Key, Prefer, If-None-Match, Accept-Encoding'
/** Longer lists than any browser sends are not echoed: proxies reject response headers that are too long. */
const maxRequestedHeaders = 1024

/** Headers of the 204 to OPTIONS at `target`: a request may have whatever headers its preflight asks for. */
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

export const methodNotAllowed = (method: string): Problem =>
  new Problem('method_not_allowed', `${method} is not allowed here: this API is read-only.`, {
    headers: { allow: apiMethods },
  })

/** What a `Prefer` header asks for: unknown parameters are ignored (RFC 7240). */
export const isLenient = (prefer: string): boolean => /(^|[\s,;])handling\s*=\s*"?lenient"?\s*($|[,;])/i.test(prefer)
