// For suites: the matrix of every endpoint with a key scope, every state of a key, every spelling of an Origin and
// every method, with the outcomes that the guides promise. It does not use the code that it tests.
import type { Accounts } from '../../../data/store/accounts/accounts.ts'
import { mintKey } from '../../../data/store/accounts/key-text.ts'
import { scopes, type Scope } from '../../../data/store/accounts/scopes.ts'
import type { Fixture } from '../fixtures/test-service.ts'
import type { Reply } from '../fixtures/test-client.ts'
import type { GeneratedRequest } from '../rigs/requests/generated-requests.ts'
import { currentScopeOf, validUrls } from '../fixtures/targets.ts'

/** A target, and the methods that it allows. */
interface Place {
  readonly listener: 'port' | 'observerPort'
  readonly target: string
  /** Allowed methods besides OPTIONS. */
  readonly methods: readonly string[]
  readonly keyScope?: Scope | undefined
  /** Headers and body of a POST. */
  readonly sent?: Pick<GeneratedRequest, 'headers' | 'body'>
}

const holdings = ['has the scope', 'lacks it', 'had it until its owner lost it'] as const

/** Restrictions of keys to origins, as their owners type them. */
const patterns = {
  'no origin in particular': [],
  'one origin': ['https://fan.example'],
  'a host': ['fan.example'],
  'its subdomains': ['*.fan.example'],
  'two, one with a port': ['http://localhost:3000', 'https://bücher.example'],
} as const satisfies Record<string, readonly string[]>
type Pattern = keyof typeof patterns

/** A key to send, or none. */
export interface MatrixKey {
  readonly state: 'none' | 'malformed' | 'unknown' | 'revoked' | 'expired' | 'good'
  readonly text?: string
  readonly keyScope?: Scope
  readonly holding?: (typeof holdings)[number]
  readonly isFor?: Pattern
}

interface OriginCase {
  readonly header?: string
  /** Restrictions that allow this origin, besides having none. */
  readonly allowed: readonly Pattern[]
}

const asUtf8 = (text: string) => Buffer.from(text).toString('latin1')

const origins: readonly OriginCase[] = [
  { allowed: [] },
  { header: 'https://fan.example', allowed: ['one origin', 'a host'] },
  { header: 'HTTPS://FAN.Example', allowed: ['one origin', 'a host'] },
  { header: 'https://fan.example:443', allowed: ['one origin', 'a host'] },
  { header: 'http://fan.example', allowed: ['a host'] },
  { header: 'ftp://fan.example', allowed: [] },
  { header: 'https://fan.example:8443', allowed: [] },
  { header: 'https://www.fan.example', allowed: ['its subdomains'] },
  { header: 'null', allowed: [] },
  { header: '', allowed: [] },
  { header: 'https://evil.example', allowed: [] },
  { header: 'https://evilfan.example', allowed: [] },
  { header: 'https://fan.example.evil.example', allowed: [] },
  { header: 'https://evil.example/fan.example', allowed: [] },
  { header: 'https://fan.example@evil.example', allowed: [] },
  { header: 'https://fan.example, https://evil.example', allowed: [] },
  { header: 'http://localhost:3000', allowed: ['two, one with a port'] },
  { header: 'http://localhost:30000', allowed: [] },
  { header: 'https://xn--bcher-kva.example', allowed: ['two, one with a port'] },
  { header: 'https://bücher.example', allowed: [] },
  { header: asUtf8('https://bücher.example'), allowed: [] },
]

const methods = ['GET', 'HEAD', 'OPTIONS', 'POST']

export interface Cell {
  readonly place: Place
  readonly method: string
  readonly key: MatrixKey
  readonly origin: OriginCase
}

/** The status and the problem code that the answer must have. */
function expectedOutcome({ place, method, key, origin }: Cell): string {
  if (method === 'OPTIONS' && place.listener === 'port') return '204'
  if (!place.methods.includes(method)) return '405 method_not_allowed'
  if (key.state !== 'none' && key.state !== 'good') return '401 unauthenticated'
  if (place.keyScope === undefined) return '200'
  if (key.state === 'none') return '401 unauthenticated'
  if (key.holding !== 'has the scope') return '403 insufficient_scope'
  const isAllowed = key.isFor === 'no origin in particular' || origin.allowed.some((pattern) => pattern === key.isFor)
  return isAllowed ? '200' : '403 origin_not_allowed'
}

function outcomeOf({ key, method }: Cell, { status, headers, text }: Reply): string {
  const code = status >= 400 && method !== 'HEAD' ? ` ${(JSON.parse(text) as { code: string }).code}` : ''
  const isStored = key.state !== 'none' && method !== 'OPTIONS' && headers['cache-control'] !== 'no-store'
  return `${status}${code}${isStored ? ', which caches may store' : ''}`
}

/** Describes how an answer deviates from the expected one; undefined if it does not. */
export function deviationOf(cell: Cell, reply: Reply): string | undefined {
  const { place, method, key, origin } = cell
  const expected = expectedOutcome(cell)
  const outcome = outcomeOf(cell, reply)
  if (outcome === (method === 'HEAD' ? expected.slice(0, 3) : expected)) return undefined
  const sent = [key.state, key.holding, key.isFor && `is for ${key.isFor}`].filter(Boolean).join(', ')
  return `${method} ${place.target} from ${origin.header}, key ${sent}: ${outcome} instead of ${expected}`
}

const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
const posted: readonly Place[] = [
  {
    ...{ listener: 'port', target: '/mcp', methods: ['POST'] },
    sent: {
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: message,
    },
  },
  {
    ...{ listener: 'observerPort', target: '/observations/market', methods: ['POST'], keyScope: 'observe' },
    sent: { headers: { 'content-type': 'application/x-ndjson' } },
  },
]

/** Every endpoint that requires a key, one that does not, `/mcp`, and the intake of observers. */
export function placesOf({ api, catalog }: Pick<Fixture, 'api' | 'catalog'>): Place[] {
  const opened = catalog()
  const keyed = api.endpoints.filter(({ keyScope }) => keyScope !== undefined)
  const open = api.endpoints.find(({ kind, keyScope }) => kind === 'catalog' && keyScope === undefined)
  const read = [...keyed, ...(open ? [open] : [])].map((endpoint) => {
    const [target] = validUrls(endpoint, opened, currentScopeOf(endpoint, opened), 1)
    if (target === undefined) throw new Error(`${endpoint.id} has no row in the sample world`)
    return { listener: 'port', target, methods: ['GET', 'HEAD'], keyScope: endpoint.keyScope } as const
  })
  return [...read, ...posted]
}

/** Makes keys of each state, with and without each scope that an endpoint requires, for each of `patterns`. */
export async function makeKeys(accounts: Accounts, { store, api }: Pick<Fixture, 'store' | 'api'>) {
  const made: MatrixKey[] = []
  const keyScopes = new Set([...api.endpoints, ...posted].flatMap(({ keyScope }) => keyScope ?? []))
  for (const keyScope of keyScopes) {
    const others = scopes.filter((scope) => scope !== keyScope)
    const owner = await accounts.owners.grant(`may ${keyScope}`, scopes)
    const demoted = await accounts.owners.grant(`could ${keyScope}`, scopes)
    for (const state of ['good', 'revoked', 'expired'] as const)
      for (const holding of holdings)
        for (const isFor of Object.keys(patterns) as Pattern[]) {
          const { id } = holding === 'had it until its owner lost it' ? demoted : owner
          const input = { name: 'matrix', scopes: holding === 'lacks it' ? others : scopes, origins: patterns[isFor] }
          const { key, prefix } = await accounts.keys.create(id, { ...input, expiresInDays: 1 })
          if (state === 'revoked') await accounts.keys.revoke(prefix)
          made.push({ state, keyScope, holding, isFor, text: key })
        }
    await accounts.owners.restrict(demoted.id, others)
  }
  const expired = made.flatMap(({ state, text = '' }) => (state === 'expired' ? `'${text.slice(0, 11)}'` : []))
  const past = '2020-01-01T00:00:00.000Z'
  await store.query('accounts', `UPDATE api_keys SET expires_at = '${past}' WHERE prefix IN (${expired.join()})`)
  const { key } = mintKey()
  return [
    ...made,
    { state: 'none' } as const,
    { state: 'unknown', text: key } as const,
    { state: 'malformed', text: key.slice(0, -1) } as const,
  ]
}

/**
 * All combinations. Keys made for a scope are sent only to endpoints that require that scope; keys made for the first
 * scope also to endpoints that require none.
 */
export const cellsOf = (places: readonly Place[], keys: readonly MatrixKey[]): Cell[] =>
  places.flatMap((place) =>
    keys
      .filter(({ keyScope }) => keyScope === undefined || keyScope === (place.keyScope ?? keys[0]?.keyScope))
      .flatMap((key) => methods.flatMap((method) => origins.map((origin) => ({ place, method, key, origin })))),
  )

/**
 * Returns the `nth` request. Each comes from another address, because an address that sends many invalid keys is
 * refused.
 */
export function requestOf({ place, method, key, origin }: Cell, nth: number): GeneratedRequest {
  const { headers = {}, body = '' } = method === 'POST' ? (place.sent ?? {}) : {}
  return {
    ...{ method, target: place.target },
    headers: {
      'x-forwarded-for': `10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`,
      ...(key.text !== undefined && { 'x-api-key': key.text }),
      ...(origin.header !== undefined && { origin: origin.header }),
      ...headers,
    },
    body,
  }
}
