/** Headers of every answer of the API: readable from any origin, never sniffed, framed or run. */
export const apiHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Link, Deprecation, Retry-After, X-Patch-Id, X-Patch-Version, X-Request-Id, X-Ignored-Parameters, X-Data-Age, ' +
    'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** The headers of an answer with its validator, whoever sends it. */
export const validatedHeaders = (headers: Readonly<Record<string, string>>, etag: string): Record<string, string> => ({
  ...apiHeaders,
  ...headers,
  etag,
  vary: headers.vary ? `Accept-Encoding, ${headers.vary}` : 'Accept-Encoding',
})
