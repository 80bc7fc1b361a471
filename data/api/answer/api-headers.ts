/** Any site may read an answer, never with credentials. */
export const corsHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Link, Deprecation, Retry-After, X-Patch-Id, X-Patch-Version, X-Request-Id, X-Ignored-Parameters, X-Data-Age, ' +
    'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy, ' +
    'Content-Disposition, Content-Range',
}

/** Headers of every answer of the API: readable from any origin, never sniffed, framed or run. */
export const apiHeaders: Readonly<Record<string, string>> = {
  ...corsHeaders,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Headers of an answer with its validator, the same from service, edge and nginx; `base` is what every answer of its kind has. */
export const validatedHeaders = (
  headers: Readonly<Record<string, string>>,
  etag: string,
  base = apiHeaders,
): Record<string, string> => ({ ...base, ...etagHeaders(headers, etag) })

/** The same without `base`. */
export const etagHeaders = (headers: Readonly<Record<string, string>>, etag: string): Record<string, string> => ({
  ...headers,
  etag,
  vary: headers.vary ? `Accept-Encoding, ${headers.vary}` : 'Accept-Encoding',
})
