// For suites: the ways in which one URL is asked for.
import { assetOf, renderedFilesOf, type Endpoint } from '../../../data/api/model/endpoint.ts'
import type { RequestOptions } from '../fixtures/test-client.ts'

/** Endpoints of one kind are answered by the same code, before the service and in it. */
export const kindOf = (endpoint: Endpoint) =>
  [endpoint.kind, renderedFilesOf(endpoint)?.by, assetOf(endpoint) !== undefined, endpoint.mode.name].join(' ')

/** Beside HEAD: by validator, by encoding, by preference, and by what does not read. */
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
