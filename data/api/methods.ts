import { apiHeaders } from './api-headers.ts'
import { Problem } from './errors.ts'

const methods = 'GET, HEAD, OPTIONS'

/** Headers of the 204 to OPTIONS. */
export const preflightHeaders: Readonly<Record<string, string>> = {
  ...apiHeaders,
  allow: methods,
  'access-control-allow-methods': methods,
  'access-control-allow-headers': 'X-Api-Key, Prefer, If-None-Match, Accept-Encoding',
  'access-control-max-age': '86400',
}

export const methodNotAllowed = (method: string): Problem =>
  new Problem('method_not_allowed', `${method} is not allowed here: this API is read-only.`, {
    headers: { allow: methods },
  })

/** What a `Prefer` header asks for: unknown parameters are ignored (RFC 7240). */
export const isLenient = (prefer: string): boolean => /(^|[\s,;])handling\s*=\s*"?lenient"?\s*($|[,;])/i.test(prefer)
