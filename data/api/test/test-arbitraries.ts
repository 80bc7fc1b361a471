// Random valid requests of the real table, for property tests.
import fc from 'fast-check'
import { ParseError, type Codec } from '../model/values/codecs.ts'
import type { Endpoint } from '../model/endpoint.ts'
import type { PatchMode } from '../model/patch-modes.ts'
import { api } from '../table.ts'
import { endpointOf } from './test-store.ts'

const isPlain = (text: string) => !/[\u0000-\u001f\u007f]/.test(text)

/** Text that a URL can contain: no control characters, no lone surrogates. */
export const plainText = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).filter(isPlain)

/** Decoded values of path parameters. */
const segment = fc.oneof(
  fc.constantFrom(
    'id.item.ember_lantern_5001',
    'Id_Item_GloamBlade_5001',
    'LT_BogWight',
    '__proto__',
    'constructor',
    'a..b',
    '%2e%2e',
    '[crown]',
    'ember lantern',
    '...',
  ),
  fc.stringMatching(/^id\.[a-z_]{1,8}\.[a-z0-9_.-]{1,20}$/),
  plainText.filter((text) => text !== '.' && text !== '..' && !/[/\\]/.test(text)),
)

const patchesOfMode: Record<PatchMode['name'], Record<string, string>[]> = {
  byPatch: [{}, { patch: 'current' }, { patch: '2' }, { patch: '1.2.0.2230-ptr' }, { patch: '1.0.0-2101+main' }],
  atPatch: [
    {},
    { branch: 'main' },
    { branch: 'ptr' },
    { branch: 'ptr', at_patch: '1.1.0.2188' },
    { at_patch: '1.0.0-2101+main' },
    { branch: 'ptr', at_patch: '1.2.0.2230-ptr' },
  ],
  byPatchOrBranch: [{}, { patch: '2' }, { branch: 'ptr', at_patch: '1.1.0.2188' }, { at_patch: '1.0.0-2101+main' }],
  unscoped: [{}],
}

const modeTexts = ({ mode }: Endpoint) =>
  mode.params.branch && !mode.params.at_patch ? branches : patchesOfMode[mode.name]
const branches: Record<string, string>[] = [{}, { branch: 'main' }, { branch: 'ptr' }]

/** Texts that the codec accepts. */
export function textsOf(codec: Codec): fc.Arbitrary<string> {
  const { type, minimum, maximum } = codec.schema as { type: string; minimum?: number; maximum?: number }
  const error = codec.read('\u0000')
  const allowed = error instanceof ParseError ? (error.allowed ?? []) : []
  if (type === 'integer')
    return fc.oneof(
      fc.constantFrom(minimum ?? 0, maximum ?? Number.MAX_SAFE_INTEGER).map(String),
      fc.integer({ min: minimum ?? 0, max: Math.min(maximum ?? 300, 300) }).map(String),
    )
  if (codec.schema.examples) return fc.constantFrom(...(codec.schema.examples as string[]))
  if (type === 'boolean') return fc.constantFrom('true', 'false', '1', '0')
  if (type === 'number') return fc.integer({ min: 0, max: 9999 }).map((cents) => String(cents / 100))
  const isValid = (text: string) => !(codec.read(text) instanceof ParseError)
  const examples = allowed.filter(isValid)
  if (examples.length === 0) return plainText.filter(isValid)
  const list = fc.array(fc.constantFrom(...examples), { minLength: 1, maxLength: 4 })
  return list.map((parts) => (isValid(parts.join(',')) ? parts.join(',') : String(parts[0])))
}

/** Texts of parameters whose values only the catalog can check. */
const knownTexts: Readonly<Record<string, fc.Arbitrary<string>>> = {
  attribute: fc.constantFrom('light_radius', 'light_radius:..40', 'light_radius:1.5..,light_radius:-3..100'),
}

interface ValidRequest {
  /** Id of the endpoint rather than the endpoint, so that counterexamples are readable. */
  readonly endpoint: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}

/** The URL of a request, with parameters in this order. */
export const urlOf = ({ path, query }: Pick<ValidRequest, 'path' | 'query'>, order = Object.keys(query)): string =>
  `${path}?${order.map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(query[name] ?? '')}`).join('&')}`

/** Drops parameters that exclude each other: filters with `ids`, pages with `format`, positions in another order. */
function withoutConflicts({ filters }: Endpoint, query: Record<string, string>): Record<string, string> {
  const isInTime = query.ids === undefined && query.format === undefined && query.sort === undefined
  const others = new Set([
    ...(query.ids === undefined ? [] : ['sort', ...filters.map(({ param }) => param)]),
    ...(query.format === undefined ? [] : ['page', 'limit', 'page_size']),
    ...(isInTime ? [] : ['older_than']),
    'after_row',
  ])
  return Object.fromEntries(Object.entries(query).filter(([name]) => !others.has(name)))
}

/** A request of an endpoint that has no validation errors at the sample patches, unless values are checked against facets. */
export function validRequest(endpoint: Endpoint): fc.Arbitrary<ValidRequest> {
  const texts = Object.entries(endpoint.params)
    .filter(([name]) => name !== 'cursor' && !Object.hasOwn(endpoint.mode.params, name))
    .map(([name, { codec }]) => [name.replace('[*]', '[armor_rating]'), knownTexts[name] ?? textsOf(codec)] as const)
  const isRequired = (name: string) => endpoint.params[name]?.required ?? false
  const isPatch = endpoint.identify !== undefined && endpoint.kind !== 'live'
  const id = isPatch ? fc.constantFrom('1', '2', 'current', '1.1.0-2188+main') : segment
  return fc
    .record({
      ids: fc.array(id, { minLength: 3, maxLength: 3 }),
      mode: fc.constantFrom(...modeTexts(endpoint)),
      query: fc.record(Object.fromEntries(texts), { requiredKeys: texts.map(([name]) => name).filter(isRequired) }),
    })
    .map(({ ids: [...left], mode, query }) => ({
      endpoint: endpoint.id,
      path: endpoint.path.replace(/\{\w+\}/g, () => encodeURIComponent(left.pop() ?? '')),
      query: { ...withoutConflicts(endpoint, query as Record<string, string>), ...mode },
    }))
}

export const anyEndpoint = fc.constantFrom(...api.endpoints.map(({ id }) => id))
/** A valid request of any endpoint of the table. */
export const anyRequest: fc.Arbitrary<ValidRequest> = anyEndpoint.chain((id) => validRequest(endpointOf(id)))
/** Lists that accept a cursor. */
const lists = api.endpoints.filter(({ params }) => params.cursor)
export const anyList = fc.constantFrom(...lists.map(({ id }) => id))
/** Lists of rows that the catalog answers. */
export const anyCatalogList = fc.constantFrom(
  ...lists.filter(({ kind, resource }) => kind !== 'live' && resource).map(({ id }) => id),
)
