import type { Endpoint } from '../endpoint.ts'
import type { Param } from '../params.ts'
import { refTo, type Json } from './json.ts'

/** What each name in a path stands for, with an example; the id of a resource says its kind. */
const pathWords: Readonly<Record<string, readonly [description: string, example: string]>> = {
  hash: ['SHA-256 of the bytes, in hexadecimal.', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  item_id: ['An item or an archetype: an id or a raw upstream key.', 'id.item.gloam_blade_5001'],
  merchant: ['A merchant: an id, a tag or a raw upstream key.', 'id.merchant.alchemist'],
  season: ['Id of a season, as the list of seasons shows it.', '7'],
  sheet: ['Id of a ladder, as the list of the season shows it.', '1'],
  name: ['Name of a character, as the ladder shows it.', 'Brannoch'],
  legacy_id: ['Prefix of a season and suffix of a ladder.', 'EA7_AP'],
}

/** All parameters of an endpoint: path, query, and the headers that it reads. */
export function parametersOf(endpoint: Endpoint): Json[] {
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => pathParameter(endpoint, name))
  const inQuery = Object.entries(endpoint.params).map(([name, param]) => queryParameter(name, param))
  return [...inPath, ...inQuery, refTo('parameters', 'IfNoneMatch'), refTo('parameters', 'Prefer')]
}

function pathParameter(endpoint: Endpoint, name: string): Json {
  const [description, example] = wordsOfPath(endpoint, name)
  return { name, in: 'path', required: true, description, schema: { type: 'string' }, example }
}

/** What a name in an endpoint's path stands for, and an example of it. */
export const wordsOfPath = ({ resource }: Endpoint, name: string): readonly [description: string, example: string] =>
  pathWords[name] ?? idWords(resource)

/** What `{id}` is, by whose id it is. */
function idWords(resource: Endpoint['resource']): readonly [description: string, example: string] {
  const kind = resource?.columns.id?.kind
  if (kind) return ['The canonical id, or the raw upstream key.', `id.${kind}.example`]
  return resource ? ['Id, version, raw version or `current`.', 'current'] : ['Its number.', '1']
}

/** Of a family such as `primary[*]` the whole family, as an object in brackets. */
function queryParameter(name: string, { codec, summary, default: byDefault, required }: Param): Json {
  const family = /^(\w+)\[\*\]$/.exec(name)?.[1]
  const { examples, ...schema } = codec.schema
  const bounded = schema.maximum === Number.MAX_SAFE_INTEGER ? withoutMaximum(schema) : schema
  const about = { in: 'query', description: summary, ...(required && { required: true }) }
  if (family !== undefined)
    return {
      ...{ name: family, ...about, style: 'deepObject', explode: true },
      schema: { type: 'object', additionalProperties: bounded },
    }
  const example = exampleOf(bounded, byDefault, examples)
  return {
    ...{ name, ...about },
    schema: { ...bounded, ...(byDefault !== undefined && { default: byDefault }) },
    ...(example !== undefined && { example }),
  }
}

const withoutMaximum = ({ maximum: _maximum, ...rest }: Json): Json => rest

/** Nothing where a value could only be made up. */
function exampleOf(schema: Json, byDefault: unknown, examples: unknown): unknown {
  const { type, format, minimum } = schema
  if (byDefault !== undefined) return byDefault
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (format === 'date-time') return '2026-01-31T12:00:00Z'
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return Math.max(1, Number(minimum ?? 1))
  return Array.isArray(examples) ? examples[0] : undefined
}
