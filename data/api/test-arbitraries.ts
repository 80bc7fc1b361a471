// Random sound requests of the real table, for properties.
import fc from 'fast-check'
import { Refusal, type Codec } from './codecs.ts'
import type { Endpoint } from './endpoint.ts'
import type { PatchMode } from './patch-modes.ts'
import { api } from './table.ts'
import { endpointOf } from './test-store.ts'

const isPlain = (text: string) => !/[\u0000-\u001f\u007f]/.test(text)

/** Text that a URL can carry: no control characters, no lone surrogates. */
export const plainText = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).filter(isPlain)

/** What may stand in the place of `{id}` and the like once decoded. */
export const segment = fc.oneof(
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
  unscoped: [{}],
}

const modeTexts = ({ mode }: Endpoint) =>
  mode.params.branch && !mode.params.at_patch ? branches : patchesOfMode[mode.name]
const branches: Record<string, string>[] = [{}, { branch: 'main' }, { branch: 'ptr' }]

/** Texts that the codec reads as values. */
export function textsOf(codec: Codec): fc.Arbitrary<string> {
  const { type, minimum, maximum } = codec.schema as { type: string; minimum?: number; maximum?: number }
  const refusal = codec.read('\u0000')
  const allowed = refusal instanceof Refusal ? (refusal.allowed ?? []) : []
  if (type === 'integer')
    return fc.oneof(
      fc.constantFrom(minimum ?? 0, maximum ?? Number.MAX_SAFE_INTEGER).map(String),
      fc.integer({ min: minimum ?? 0, max: Math.min(maximum ?? 300, 300) }).map(String),
    )
  if (codec.schema.examples) return fc.constantFrom(...(codec.schema.examples as string[]))
  if (type === 'boolean') return fc.constantFrom('true', 'false', '1', '0')
  if (type === 'number') return fc.integer({ min: 0, max: 9999 }).map((cents) => String(cents / 100))
  const isSound = (text: string) => !(codec.read(text) instanceof Refusal)
  const examples = allowed.filter(isSound)
  if (examples.length === 0) return plainText.filter(isSound)
  const list = fc.array(fc.constantFrom(...examples), { minLength: 1, maxLength: 4 })
  return list.map((parts) => (isSound(parts.join(',')) ? parts.join(',') : String(parts[0])))
}

export interface SoundRequest {
  /** Id of the endpoint; properties take ids, so that a counterexample can be read. */
  readonly endpoint: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}

/** A URL's parts, as strings that need no decoding. */
export const urlOf = ({ path, query }: Pick<SoundRequest, 'path' | 'query'>, order = Object.keys(query)): string =>
  `${path}?${order.map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(query[name] ?? '')}`).join('&')}`

/** A request of this endpoint that has no fault on the sample patches, where nothing is checked against facets. */
export function soundRequest(endpoint: Endpoint): fc.Arbitrary<SoundRequest> {
  const texts = Object.entries(endpoint.params)
    .filter(([name]) => name !== 'cursor' && !Object.hasOwn(endpoint.mode.params, name))
    .map(([name, { codec }]) => [name.replace('[*]', '[armor_rating]'), textsOf(codec)] as const)
  const isRequired = (name: string) => endpoint.params[name]?.required ?? false
  const isPatch = endpoint.identify !== undefined && !endpoint.live
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
      query: { ...(query as Record<string, string>), ...mode },
    }))
}

export const anyEndpoint = fc.constantFrom(...api.endpoints.map(({ id }) => id))
/** A sound request of any endpoint of the table. */
export const anyRequest: fc.Arbitrary<SoundRequest> = anyEndpoint.chain((id) => soundRequest(endpointOf(id)))
/** Lists that take a cursor. */
const lists = api.endpoints.filter(({ params }) => params.cursor)
export const anyList = fc.constantFrom(...lists.map(({ id }) => id))
/** Lists that the catalog answers. */
export const anyCatalogList = fc.constantFrom(...lists.filter(({ live }) => !live).map(({ id }) => id))
