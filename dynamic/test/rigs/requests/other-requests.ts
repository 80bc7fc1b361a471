// Arbitraries for requests that are not to endpoints of the table: messages of assistants, accounts, observations at
// the wrong listener, files, health checks, pages. Some are valid, some nearly valid, some hostile.
import fc from 'fast-check'
import { feeds } from '../../../../data/api/model/feeds/feeds.ts'
import { toolList } from '../../../mcp/tool-list.ts'
import { liveWorld } from '../../fixtures/live-world.ts'
import { encodedText, nastyText, type GeneratedRequest } from './generated-requests.ts'

const asBytes = (text: string) => Buffer.from(text).toString('latin1')
/** Encodes and shortens a text so that it may be sent in a header. */
const asHeader = (text: string) => encodedText(text).slice(0, 200)

/** Bodies that JSON parsers may not handle well. */
const hostileBodies: readonly string[] = [
  ...['', '{', '[]', 'null', '0', '"', '{"a":1}{"a":2}', '{"a":1,"a":2}', '{"__proto__":{"admin":true}}'],
  ...[
    '{"constructor":{"prototype":{"x":1}}}',
    '{"id":1e400}',
    '"\\ud800"',
    asBytes('\ufeff{}'),
    '\u0000',
    '\xff\xfe{}',
  ],
  ...['{"a":'.repeat(5000), '['.repeat(30_000), `{"name":"${'x'.repeat(70_000)}"}`, '\x1f\x8b\x08\x00garbage'],
]
const hostileBody = fc.oneof(
  fc.constantFrom(...hostileBodies),
  fc.json({ maxDepth: 4 }).map(asBytes),
  fc.string({ unit: 'binary', maxLength: 60 }).map(asBytes),
)

const nastyValue = fc.oneof(
  nastyText,
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(null, -1, 1e21, [], {}, [[]], true),
)

const toolArguments = fc
  .tuple(
    fc.record(
      {
        resource: fc.oneof(fc.constantFrom('items', 'monsters', 'quests', 'market', 'patches'), nastyText),
        id: fc.oneof(fc.constant('id.item.ember_lantern_5001'), nastyText),
        ...{ q: nastyText, limit: fc.oneof(fc.constantFrom(1, 5, '3'), nastyValue), fields: nastyValue },
        ...{ patch: nastyValue, from: nastyValue, cursor: nastyText, rarity: fc.constantFrom('epic', 'rare', 7) },
      },
      { requiredKeys: ['resource'] },
    ),
    fc.dictionary(fc.oneof(fc.constantFrom('__proto__', 'constructor', 'format'), nastyText), nastyValue, {
      maxKeys: 2,
    }),
    fc.boolean(),
  )
  .map(([named, others, isWild]) => (isWild ? { ...named, ...others } : named))

const clientInfo = { name: 'fuzz', version: '1' }
const modern = '2026-07-28'
const protocolVersion = fc.constantFrom('2025-06-18', '2024-11-05', modern, '1999-01-01', '', '__proto__')
const calls: fc.Arbitrary<{ method: string; params?: unknown }> = fc.oneof(
  fc.constantFrom('ping', 'tools/list', 'resources/list', 'prompts/list', 'nonesuch', '').map((method) => ({ method })),
  protocolVersion.map((version) => ({
    method: 'initialize',
    params: { protocolVersion: version, capabilities: {}, clientInfo },
  })),
  fc
    .record({
      name: fc.constantFrom(...toolList.map(({ name }) => name), 'drop', '__proto__'),
      arguments: toolArguments,
    })
    .map((params) => ({ method: 'tools/call', params })),
  fc.record({ method: fc.constantFrom('tools/call', 'tools/list', 'initialize'), params: nastyValue }),
)
/** The `_meta` of each message under the 2026 revision of the protocol. */
const meta = {
  'io.modelcontextprotocol/protocolVersion': modern,
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** The headers of such a message, which repeat a part of its contents. */
function modernHeaders(method: string, params: unknown): Record<string, string> {
  const name = (params as { name?: unknown } | null | undefined)?.name
  const named = typeof name === 'string' && { 'mcp-name': asHeader(name) }
  return { 'mcp-protocol-version': modern, 'mcp-method': method, ...named }
}

interface Message {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

const messageHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const message: fc.Arbitrary<Message> = fc
  .record({
    version: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, fc.constantFrom('1.0', null)),
    id: fc.oneof({ weight: 4, arbitrary: fc.nat() }, nastyValue),
    call: calls,
    isModern: fc.boolean(),
  })
  .map(({ version, id, call: { method, params }, isModern }) => ({
    body: asBytes(
      JSON.stringify({
        ...{ jsonrpc: version, id, method },
        params: isModern ? { ...(params as object | undefined), _meta: meta } : params,
      }),
    ),
    headers: { ...messageHeaders, ...(isModern && modernHeaders(method, params)) },
  }))

/** A header of a message that is wrong or unexpected. */
const wrongHeader = fc.oneof(
  fc.constantFrom('text/plain', 'application/json; charset=utf-16', '').map((type) => ({ 'content-type': type })),
  fc.constantFrom('application/json', '*/*', 'text/html').map((accept) => ({ accept })),
  protocolVersion.map((version) => ({ 'mcp-protocol-version': version })),
  fc.constantFrom('tools/list', 'nonesuch').map((method) => ({ 'mcp-method': method })),
  fc.constantFrom('gzip', 'identity').map((encoding) => ({ 'content-encoding': encoding })),
  nastyText.map((text) => ({ 'mcp-session-id': asHeader(text) })),
  nastyText.map((text) => ({ 'x-api-key': asHeader(text) })),
)

const toAssistants: fc.Arbitrary<GeneratedRequest> = fc
  .record({
    method: fc.oneof({ weight: 9, arbitrary: fc.constant('POST') }, fc.constantFrom('GET', 'DELETE', 'PUT')),
    target: fc.oneof({ weight: 9, arbitrary: fc.constant('/mcp') }, fc.constantFrom('/mcp?x=1', '/mcp/')),
    sent: fc.oneof(
      { weight: 3, arbitrary: message },
      { weight: 1, arbitrary: hostileBody.map((body) => ({ body, headers: messageHeaders })) },
    ),
    wrong: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: wrongHeader }),
  })
  .map(({ method, target, sent, wrong }) => ({
    method,
    target,
    body: sent.body,
    headers: { ...sent.headers, ...wrong },
  }))

const withQuery = (path: string, query: Readonly<Record<string, string>>) => {
  const text = Object.entries(query).map(([name, value]) => `${encodedText(name)}=${encodedText(value)}`)
  return text.length === 0 ? path : `${path}?${text.join('&')}`
}

const accountPaths = fc.oneof(
  fc.constantFrom('', '/sign-in', '/callback', '/sign-out', '/keys', '/keys/dl_abcdefgh', '/keys/dl_abcdefgh/rotate'),
  fc.constantFrom('/usage', '/keys/dl_abcdefgh/', '/nothing', '/KEYS'),
  nastyText.map((text) => `/keys/${encodedText(text.replaceAll('/', ''))}`),
)
const toAccounts: fc.Arbitrary<GeneratedRequest> = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'),
  target: fc
    .tuple(
      accountPaths,
      fc.record({ return_to: nastyText, code: nastyText, state: nastyText, days: nastyText }, { requiredKeys: [] }),
    )
    .map(([path, query]) => withQuery(`/account${path}`, query)),
  headers: fc.record(
    {
      'content-type': fc.constantFrom('application/json', 'text/plain', 'application/x-www-form-urlencoded'),
      cookie: nastyText.map((text) => `session=${asHeader(text)}; __Host-session=s:${asHeader(text)}`),
      'x-csrf-token': nastyText.map(asHeader),
      origin: fc.constantFrom('https://evil.example', 'null'),
    },
    { requiredKeys: [] },
  ),
  body: fc.oneof(hostileBody, fc.constant('{"name":"a key","scopes":["admin"]}')),
})

const observations: fc.Arbitrary<GeneratedRequest> = fc
  .tuple(fc.constantFrom(...feeds), fc.constantFrom('/observations/', '/v2/', '/v1/'), hostileBody, fc.boolean())
  .map(([feed, folder, hostile, isHostile]) => ({
    ...{ method: 'POST', target: folder + feed, headers: { 'content-type': 'application/x-ndjson' } },
    body: isHostile ? hostile : asBytes(liveWorld[feed].map((line) => JSON.stringify(line)).join('\n')),
  }))

const files = [
  '/client.tgz',
  '/tooltips.js',
  '/health/live',
  '/health/ready',
  '/health/',
  '/metrics',
  '/favicon.ico',
  '/robots.txt',
]
const pages = [
  ...['/', '/items', '/items/id.item.ember_lantern_5001', '/monsters', '/market', '/search', '/compare', '/explore'],
  ...['/patches', '/quests', '/docs', '/docs/guides/keys', '/leaderboards', '/trades', '/nothing', '/dashboard'],
]
const pageParameters = ['locale', 'patch', 'q', 'page', 'sort', 'rarity', 'name', 'ids', 'zzz', '__proto__']
const ofFilesAndPages: fc.Arbitrary<GeneratedRequest> = fc.record({
  method: fc.oneof({ weight: 8, arbitrary: fc.constant('GET') }, fc.constantFrom('HEAD', 'POST', 'DELETE')),
  target: fc
    .tuple(
      fc.oneof(fc.constantFrom(...files), fc.constantFrom(...pages)),
      fc.dictionary(fc.constantFrom(...pageParameters), nastyText, { maxKeys: 2 }),
    )
    .map(([path, query]) => withQuery(path, query)),
  headers: fc.record(
    {
      'accept-encoding': fc.constantFrom('gzip', 'br', 'identity'),
      'accept-language': fc.oneof(fc.constantFrom('ko', 'de-DE, en;q=0.5', '*'), nastyText.map(asHeader)),
      cookie: nastyText.map((text) => `locale=${asHeader(text)}; patch=${asHeader(text)}`),
    },
    { requiredKeys: [] },
  ),
})

/** Any request that is not to an endpoint of the table. */
export const anyOtherRequest: fc.Arbitrary<GeneratedRequest> = fc.oneof(
  { weight: 5, arbitrary: toAssistants },
  { weight: 2, arbitrary: toAccounts },
  { weight: 1, arbitrary: observations },
  { weight: 2, arbitrary: ofFilesAndPages },
)
