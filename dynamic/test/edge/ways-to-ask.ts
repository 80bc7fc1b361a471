// For suites: variants of a request for a URL, with various methods and headers.
import { assetOf, renderedFilesOf, type Endpoint } from '../../../data/api/model/endpoint.ts'
import type { RequestOptions } from '../fixtures/test-client.ts'

/**
 * Returns the kind of an endpoint. Endpoints of one kind are answered by the same code, in the service and in front of
 * it.
 */
export const kindOf = (endpoint: Endpoint) =>
  [endpoint.kind, renderedFilesOf(endpoint)?.by, assetOf(endpoint) !== undefined, endpoint.mode.name].join(' ')

/** Variants other than HEAD, in groups: validators, encodings, preferences, and methods that do not read. */
export function waysToAsk(url: string, etag: string): (readonly [target: string, options: RequestOptions])[][] {
  const withHeaders = (headers: Record<string, string>) => [url, { headers }] as const
  const lenient = { headers: { prefer: 'handling=lenient' } }
  return [
    [
      ...[etag, `W/${etag}`, `"x", ${etag}`, '*', '"x"', 'nonsense'].map((validator) =>
        withHeaders({ 'if-none-match': validator }),
      ),
      withHeaders({ 'if-none-match': etag, 'cache-control': 'no-cache' }),
    ],
    ['br', 'gzip', 'zstd', 'gzip, deflate, br, zstd', 'identity', 'br;q=0, gzip;q=0.5', '*'].map((encoding) =>
      withHeaders({ 'accept-encoding': encoding }),
    ),
    [
      [`${url}${url.includes('?') ? '&' : '?'}bogus=1`, lenient],
      [url, lenient],
    ],
    [
      [url, { method: 'OPTIONS' }],
      [url, { method: 'OPTIONS', headers: { 'access-control-request-headers': 'traceparent, x-own' } }],
      [url, { method: 'DELETE' }],
    ],
  ]
}
