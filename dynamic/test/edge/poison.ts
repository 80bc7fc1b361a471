// For suites: requests that try to poison the cached answer for `victim`.

/** The target whose cached answer the requests try to replace. */
export const victim = '/v2/items?rarity=rare'
const long = 'x'.repeat(7900)

/** Headers by which a request to `victim` might cause a wrong answer to be cached. */
export const trickyHeaders: readonly (readonly [what: string, headers: Record<string, string>])[] = [
  ['another host', { host: 'evil.test' }],
  [
    'X-Forwarded-Host',
    { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'javascript', forwarded: 'host=evil.test' },
  ],
  ['another client', { 'x-forwarded-for': '6.6.6.6', 'x-real-ip': '6.6.6.6', 'x-nf-client-connection-ip': '6.6.6.6' }],
  ['another target', { 'x-original-url': '/v2/monsters', 'x-rewrite-url': '/v2/monsters' }],
  ['another method', { 'x-http-method-override': 'DELETE', 'x-method-override': 'HEAD' }],
  ['a lenient preference', { prefer: 'handling=lenient' }],
  ['an invalid API key', { 'x-api-key': 'nonsense' }],
  ['credentials', { authorization: 'Bearer x', cookie: 'session=x' }],
  ['an origin', { origin: 'https://evil.test', referer: 'https://evil.test/' }],
  ['a range', { range: 'bytes=0-10', 'if-range': '"x"' }],
  ['media types', { accept: 'text/html', 'accept-language': 'xx', 'accept-encoding': 'br;q=0, gzip;q=0' }],
  ['validators', { 'if-none-match': '*', 'if-modified-since': 'Sat, 01 Jan 2050 00:00:00 GMT' }],
  [
    'the words of caches',
    { 'cache-control': 'max-age=9999', 'netlify-vary': 'query=x', 'cdn-cache-control': 'max-age=9' },
  ],
  ['the names of kept headers', { 'x-stored-at': '9999999999999', 'x-own-cache-control': 'public, max-age=99999' }],
  ['an upgrade', { connection: 'close, x-api-key', te: 'trailers' }],
]

/** Targets that a cache may confuse with `victim` or with each other. */
export const trickyTargets: readonly string[] = [
  `${victim}&name=a%26rarity%3Depic`,
  `${victim}&name=%00`,
  `${victim};name=a`,
  `${victim}&rarity=epic`,
  `${victim}&rarity[]=epic`,
  `${victim}&RARITY=epic`,
  `${victim}&%72arity=epic`,
  '/v2/items?%72arity=rare',
  '/v2/items?rarity=%72are',
  '/v2/items?rarity=rare&limit=25',
  '/v2/items?limit=25&rarity=rare&page=1',
  '/v2/items?rarity=rare&limit=24',
  '/v2/items?name=a+b',
  '/v2/items?name=a%2Bb',
  '/v2/items?name=a%20b',
  '/v2/items?name=%3Frarity%3Drare',
  '/v2/items?name=%23',
  '/v2/items?name=%C3%A4',
  '/v2/items?name=a%CC%88',
  '/v1/items?rarity=rare',
  '/v2/items%3Frarity=rare',
  '/v2/items/x%3Frarity=rare/history',
  '/v2/items/x%23/history',
  '/v2/items/%2e%2e%2fitems/history',
  '/v2/items/id.item.ember_lantern_5001/history?branch=main',
  '/v2/items/id%2Eitem.ember_lantern_5001/history',
  '/v2/items/id.item.ember_lantern_5001/history?branch=ptr',
  '/v2/./items?rarity=rare',
  '/v2/monsters/../items?rarity=rare',
  '/v2/%2e%2e/v2/items?rarity=rare',
  `/v2/items?name=${long}`,
  `/v2/items?${long}=1`,
  `/v2/items/${long}/history`,
  `${victim}&cursor=/v2/items%3Frarity%3Depic%26page%3D2`,
  '/v2/items?cursor=/v2/items%3Frarity%3Depic%26page%3D2',
  ...['sort=-name', 'sort=', 'sort=no_such', 'fields=id', 'fields=%2A', 'format=csv', 'format=ndjson', 'ids=x'].map(
    (more) => `${victim}&${more}`,
  ),
  '/v2/items?format=csv&rarity=rare',
  '/v2/items?fields=id&rarity=rare&sort=-id',
  '/v2/items?attribute=might%26rarity%3Drare',
  '/v2/items?sort=name%26rarity=rare',
  '/v2/items?ids=%3Frarity=rare',
  '//evil.test/v2/items?rarity=rare',
  '/v2/items\\..\\monsters?rarity=rare',
  '/v2/items?rarity=rare&patch=current',
  '/v2/items?rarity=rare&patch=1',
]

/** Removes the request id from the text of a problem. */
export const withoutId = (text: string): string => text.replace(/"request_id":"[^"]*",?/, '')
