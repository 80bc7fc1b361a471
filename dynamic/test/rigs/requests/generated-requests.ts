// Arbitraries for valid and invalid requests to every endpoint, with the headers that clients and caches send.
import fc from 'fast-check'
import { anyRequest, urlOf } from '../../../../data/api/test/test-arbitraries.ts'
import type { Api } from '../../../../data/api/model/api.ts'
import type { Catalog } from '../../../../data/store/catalog/catalog.ts'
import { currentScopeOf, hasId, idsOf } from '../../fixtures/targets.ts'

export interface GeneratedRequest {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** The bytes of the body, one per character (`latin1`). */
  readonly body?: string
}

const methods = fc.oneof(
  { weight: 12, arbitrary: fc.constant('GET') },
  { weight: 3, arbitrary: fc.constant('HEAD') },
  { weight: 1, arbitrary: fc.constantFrom('OPTIONS', 'DELETE', 'PUT') },
)

const encodings = fc.constantFrom('gzip', 'br', 'identity', 'gzip, br', 'br;q=0, gzip;q=0.5', '*', 'zstd')
const validators = fc.constantFrom('*', '"x"', 'W/"x"', 'nonsense', '"a", "b"')

/** Headers by which the specification lets a client change an answer. */
const honestHeaders = fc.record(
  {
    'accept-encoding': encodings,
    'if-none-match': validators,
    prefer: fc.constantFrom('handling=lenient', 'handling=strict', 'x'),
    origin: fc.constantFrom('https://example.test', 'null'),
  },
  { requiredKeys: [] },
)

/** Texts that different parsers read differently. */
const nastyTexts: readonly string[] = [
  ...['', ' ', ' 5 ', '1e3', '0x10', '-0', '-1', 'NaN', 'Infinity', '9007199254740993', '1.0', '01', '+1', '１'],
  ...['null', 'undefined', 'true', '[]', '{}', '__proto__', 'constructor', 'toString', 'hasOwnProperty'],
  ...['%00', '%0d%0aX-Evil:1', '%ff', '%c0%ae', '%ed%a0%80', '%25', '%2527', "'", '" OR 1=1--', '_', '%25%25', '*'],
  ...['2026-02-30', '2026-13-01T00:00:00Z', '2026-01-01T24:00:00Z', '0000-00-00', '😀', 'a\u0301', '\u202e', '\ufeff'],
  ...[
    '../../etc/passwd',
    '..%2f..',
    '<script>alert(1)</script>',
    '${7*7}',
    '; ls',
    '|id',
    'a,b,,c',
    ',',
    'x'.repeat(300),
  ],
]

export const nastyText = fc.oneof(fc.constantFrom(...nastyTexts), fc.string({ unit: 'binary', maxLength: 12 }))

/** Percent-encodes a text for a target, unless it seems to be encoded already. A lone surrogate becomes U+FFFD. */
export const encodedText = (text: string) => {
  try {
    return /%[0-9a-f]{2}/i.test(text) ? encodeURI(text).replaceAll('%25', '%') : encodeURIComponent(text)
  } catch {
    return '%EF%BF%BD'
  }
}

const withParameter = (target: string, name: string, text: string) =>
  `${target}${target.includes('?') ? '&' : '?'}${encodedText(name)}=${encodedText(text)}`

/** Any valid target of an endpoint. Three of four targets with an id have an id that exists in the catalog. */
export function validTarget(api: Api, catalog: Catalog): fc.Arbitrary<string> {
  const ids = new Map(
    api.endpoints
      .filter(hasId)
      .map((endpoint) => [endpoint.id, idsOf(endpoint, catalog, currentScopeOf(endpoint, catalog))] as const),
  )
  return fc.tuple(anyRequest, fc.nat()).map(([request, at]) => {
    const known = ids.get(request.endpoint) ?? []
    const id = known[at % Math.max(1, known.length)]
    const path =
      id !== undefined && at % 4 > 0
        ? request.path.replace(/[^/]+(?=\/[a-z-]+$|$)/, encodeURIComponent(id))
        : request.path
    return Object.keys(request.query).length === 0 ? path : urlOf({ path, query: request.query })
  })
}

/** Names of parameters of all endpoints, and names that no endpoint has. */
const parameterNames = (api: Api) =>
  fc.constantFrom(
    ...new Set(
      api.endpoints.flatMap(({ params }) => Object.keys(params).map((name) => name.replace('[*]', '[might]'))),
    ),
    ...['bogus', 'utm_source', '_', '__proto__', 'primary[__proto__]', 'constructor[prototype]'],
  )

/** Any request to an endpoint. Half of the targets are valid; the others have an error in their path or query. */
export function anyTableRequest(api: Api, catalog: Catalog): fc.Arbitrary<GeneratedRequest> {
  const valid = validTarget(api, catalog)
  const wrong = fc
    .tuple(valid, parameterNames(api), nastyText, fc.nat({ max: 5 }))
    .map(([target, name, text, kind]) => {
      if (kind === 0) return target.replace(/\/[^/?]*(\?|$)/, `/${encodedText(text.replaceAll('/', ''))}$1`)
      if (kind === 1) return `${target}${target.includes('?') ? '&' : '?'}${encodedText(text)}`
      return withParameter(target, name, text)
    })
  return fc.record({ method: methods, target: fc.oneof(valid, wrong), headers: honestHeaders })
}

/** Yields `amount` samples, which are generated in portions. Equal seeds give equal samples. */
export function* sampleRequests<T>(arbitrary: fc.Arbitrary<T>, amount: number, seed: number): Generator<T> {
  const portion = 500
  for (let made = 0; made < amount; made += portion)
    yield* fc.sample(arbitrary, { numRuns: Math.min(portion, amount - made), seed: seed + made })
}

/** Splits an iterable into arrays of `size` elements; the last may be shorter. */
export function* chunksOf<T>(all: Iterable<T>, size: number): Generator<T[]> {
  let portion: T[] = []
  for (const one of all) {
    portion.push(one)
    if (portion.length < size) continue
    yield portion
    portion = []
  }
  if (portion.length > 0) yield portion
}
