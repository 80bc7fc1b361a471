/** Lets any site read an answer, but only to requests without credentials. */
export const corsHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Link, Deprecation, Retry-After, X-Patch-Id, X-Patch-Version, X-Request-Id, X-Ignored-Parameters, X-Data-Age, ' +
    'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy, ' +
    'Content-Disposition, Content-Range',
}

/** Headers of every answer of the API. Any origin may read it; browsers must not sniff its type, frame it or run it. */
export const apiHeaders: Readonly<Record<string, string>> = {
  ...corsHeaders,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Adds the ETag, `Vary` and the headers in `base` to those of an answer; service, edge and nginx all send the result. */
export const validatedHeaders = (
  headers: Readonly<Record<string, string>>,
  etag: string,
  base = apiHeaders,
): Record<string, string> => ({ ...base, ...etagHeaders(headers, etag) })

/** Adds the ETag and `Vary` to the headers of an answer. */
export const etagHeaders = (headers: Readonly<Record<string, string>>, etag: string): Record<string, string> => ({
  ...headers,
  etag,
  vary: headers.vary ? `Accept-Encoding, ${headers.vary}` : 'Accept-Encoding',
})
