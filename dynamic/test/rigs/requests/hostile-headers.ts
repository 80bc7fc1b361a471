// Names and values of headers that an attacker may send.
/** A host that must never appear in an answer. */
export const canary = 'canary-5f1d.test'

/** Names of headers that servers, frameworks or caches interpret. */
export const headerNames: readonly string[] = [
  ...['host', 'x-host', 'x-forwarded-host', 'x-forwarded-server', 'x-forwarded-proto', 'x-forwarded-port'],
  ...['forwarded', 'x-forwarded-prefix', 'x-forwarded-for', 'x-real-ip', 'true-client-ip', 'cf-connecting-ip'],
  ...['x-original-url', 'x-rewrite-url', 'x-original-host', 'x-http-method-override', 'x-http-method'],
  ...['x-method-override', 'accept', 'accept-language', 'accept-charset', 'prefer', 'origin', 'referer'],
  ...['user-agent', 'cookie', 'authorization', 'range', 'if-range', 'if-match', 'if-none-match'],
  ...['if-modified-since', 'if-unmodified-since', 'cache-control', 'pragma', 'te', 'via', 'expect'],
  ...['upgrade-insecure-requests', 'x-requested-with', 'content-type', 'x-api-key', 'x-api-version'],
  ...['x-nf-client-connection-ip', 'cdn-cache-control', 'surrogate-capability', 'x-middleware-prefetch'],
  ...['x-now-route-matches', 'x-wap-profile', 'x-att-deviceid', 'save-data', 'dnt', 'purpose'],
  ...['sec-fetch-dest', 'x-amz-website-redirect-location'],
]

export const hostileValues: readonly string[] = [
  ...[canary, `https://${canary}/`, `"><script src=//${canary}>`, `host=${canary}`, 'DELETE', 'HEAD'],
  ...['bytes=0-10', '*', '0', 'handling=lenient', 'no-cache', 'max-age=99999', 'text/html', 'xx'],
  ...['application/xml', '/v2/monsters', 'x=1; session=2', 'Sat, 01 Jan 2050 00:00:00 GMT', '-1', '\x07'],
  ...['x'.repeat(4000)],
]
