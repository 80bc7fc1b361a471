// Exact schemas of parameters: the service accepts the values that a schema accepts, and answers a 400 for any other.
import type { Endpoint } from '../model/endpoint.ts'
import { slugsOf } from '../model/filters.ts'
import { fieldNames, sortableColumns } from '../model/row-params.ts'
import { maxValues, rangePattern } from '../model/values/list-codecs.ts'
import type { Param } from '../model/values/params.ts'
import type { Json } from './json.ts'
import { openValues } from './row-columns.ts'
import type { DocumentSource } from './source.ts'

/** A path segment without slashes and control characters that does not consist of dots alone. */
export const pathParameterSchema: Json = {
  type: 'string',
  minLength: 1,
  pattern: '^[^/\\\\\\x00-\\x1f\\x7f]*[^./\\\\\\x00-\\x1f\\x7f][^/\\\\\\x00-\\x1f\\x7f]*$',
}

/** Control characters make a request target malformed. */
const textPattern = '^[^\\x00-\\x1f\\x7f]*$'

/** The JSON Schema of a query parameter. */
export function querySchema(endpoint: Endpoint, name: string, { codec }: Param, source: DocumentSource): Json {
  const { examples: _examples, ...schema } = codec.schema
  if (name === 'cursor') return cursorSchema(endpoint)
  const ofFamilies = endpoint.filters.find(({ param, operator }) => param === name && operator === 'greatest')
  if (ofFamilies)
    return slugRangeSchema(
      schema,
      slugsOf(ofFamilies, endpoint.resource ? source.undeclaredColumns(endpoint.resource) : []),
    )
  if (name === 'sort') return sortSchema(endpoint, schema, source)
  if (name === 'fields') return { ...schema, items: { type: 'string', enum: namedColumns(endpoint, source) } }
  if (schema.type === 'boolean') return { anyOf: [{ type: 'boolean' }, { type: 'integer', enum: [0, 1] }] }
  if (schema.format === 'date-time') return { anyOf: instantSchemas }
  if (schema.type !== 'string' || schema.enum !== undefined || schema.pattern !== undefined) return schema
  const text = { ...schema, pattern: textPattern }
  const checked = checkedValues(endpoint, name, source)
  if (checked && checked.length > 0) return enumerated(checked, endpoint, name)
  const known = knownValues(endpoint, name, source)
  return known.length > 0 ? { anyOf: openValues(known, text) } : text
}

/** The columns that rows may have, and wildcards that match several. */
function namedColumns({ resource, rowColumns }: Endpoint, source: DocumentSource): readonly string[] {
  const columns = rowColumns ?? resource?.columns ?? {}
  return [
    ...new Set([
      ...fieldNames(columns),
      ...Object.keys(resource?.parts ?? {}),
      ...(resource ? source.undeclaredColumns(resource) : []),
    ]),
  ]
}

/** Each column, ascending and descending; on cursor lists also `asc` and `desc`. */
function sortSchema({ resource, rowColumns, envelope }: Endpoint, schema: Json, source: DocumentSource): Json {
  const declared = sortableColumns(rowColumns ?? resource?.columns ?? {}).filter((name) => !name.endsWith('*'))
  const others = resource ? source.undeclaredColumns(resource) : []
  const columns = [...new Set([...declared, ...others])].flatMap((name) => [name, `-${name}`])
  const byColumns = { ...schema, items: { type: 'string', enum: columns } }
  return envelope?.params.sort ? { anyOf: [{ type: 'string', enum: ['asc', 'desc'] }, byColumns] } : byColumns
}

/** The slugs of columns at any patch, each with an optional range. */
function slugRangeSchema(schema: Json, slugs: readonly string[]): Json {
  if (slugs.length === 0) return schema
  return { ...schema, items: { type: 'string', pattern: `^(?:${slugs.join('|')})${rangePattern}$` } }
}

/** The form of a list's `next`: a URL reference on page lists, a token on cursor lists. */
function cursorSchema({ envelope }: Endpoint): Json {
  const kinds = new Set([envelope?.kind, envelope?.of({ page: 1 }).kind])
  const url = { type: 'string', pattern: '^/v2/[^\\x00-\\x20\\x7f]+$' }
  const token = { type: 'string', pattern: '^[A-Za-z0-9_-]+$' }
  if (kinds.size > 1) return { anyOf: [token, url] }
  return kinds.has('page') ? url : token
}

const date =
  '(?:\\d{2}(?:0[48]|[2468][048]|[13579][26])|(?:0[048]|[2468][048]|[13579][26])00)-02-29|' +
  '\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))'
const minutes = '(?:[01]\\d|2[0-3]):[0-5]\\d'
const seconds = ':[0-5]\\d(?:\\.\\d{1,9})?'
const offset = `(?:Z|[+-]${minutes})`

const instantSchemas: readonly Json[] = [
  { type: 'string', format: 'date-time', pattern: `^(?:${date})T${minutes}${seconds}${offset}$` },
  { type: 'string', format: 'date', pattern: `^(?:${date})$` },
  {
    type: 'string',
    pattern: `^(?:${date})T${minutes}(?:(?:${seconds})?|${offset})$`,
    description: 'Without seconds, or without an offset: UTC.',
  },
]

/**
 * One of these values or, if the filter takes several, a comma-separated text of them. It is not declared as a list,
 * because generated clients would repeat the parameter.
 */
function enumerated(values: readonly string[], { filters }: Endpoint, name: string): Json {
  const one = { type: 'string', enum: values }
  if (!filters.some(({ param, operator }) => param === name && operator === 'oneOf')) return one
  const any = `(?:${values.map((value) => value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')})`
  const pattern = `^${any}(?:,${any}){1,${maxValues - 1}}$`
  return { anyOf: [one, { type: 'string', pattern, description: 'Several of them, with commas: any of them.' }] }
}

/** The values of a filter that rejects any other; undefined if the filter is not checked. */
function checkedValues(endpoint: Endpoint, name: string, source: DocumentSource): readonly string[] | undefined {
  const { filters, resource, kind, validate } = endpoint
  const filter = filters.find(({ checked, param }) => checked && param === name)
  if (filter && resource) {
    const { column } = filter
    return [...new Set([...(resource.columns[column]?.usual ?? []), ...source.valuesOf(resource, column)])]
  }
  // A listing may have a rarity of any patch.
  return kind === 'live' && validate && name === 'rarity' ? source.valuesOfAnyPatch(name) : undefined
}

/** Known values of an open enumeration, which accepts others too. */
function knownValues({ filters, resource }: Endpoint, name: string, source: DocumentSource): readonly string[] {
  const filter = filters.find(({ param }) => param === name)
  return filter && resource?.columns[filter.column]?.facet ? source.valuesOf(resource, filter.column) : []
}
