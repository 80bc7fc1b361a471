import { sendsBytes, isStream, type Endpoint } from '../model/endpoint.ts'
import type { Param } from '../model/values/params.ts'
import type { ExampleValues } from './example-values.ts'
import { refTo, type Json } from './json.ts'
import { pathParameterSchema, querySchema } from './parameter-schemas.ts'
import type { DocumentSource } from './source.ts'

/** Descriptions of path parameters; that of `id` depends on the resource. */
const pathDescriptions: Readonly<Record<string, string>> = {
  hash: 'SHA-256 of the bytes, in hexadecimal.',
  file: 'Name of the file, as `url` in `/v2/bulk` ends.',
  item_id: 'An item or an archetype: an id or a raw upstream key.',
  merchant: 'A merchant: an id, a tag or a raw upstream key.',
  season: 'Id of a season, as the list of seasons shows it.',
  sheet: 'Id of a ladder, as the list of the season shows it.',
  name: 'Name of a character, as the ladder shows it.',
  legacy_id: 'Prefix of a season and suffix of a ladder.',
}

/** The optional parameters that may have an example; any other one would filter the answer of the example request. */
const withExample = /^(page|limit|page_size|patch|branch|locale|condense|sort|format)$/

/** All parameters of an endpoint: path, query, and request headers. `values` are those of the example request. */
export function parametersOf(endpoint: Endpoint, source: DocumentSource, values: ExampleValues = {}): Json[] {
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
    pathParameter(endpoint, name, values[name]),
  )
  const inQuery = Object.entries(endpoint.params).map(([name, param]) =>
    queryParameter({ endpoint, source, name, param, value: values[name] }),
  )
  const conditional = isStream(endpoint) ? 'LastEventId' : 'IfNoneMatch'
  const inHeader = [conditional, 'Prefer', ...(sendsBytes(endpoint) ? ['Range', 'IfRange'] : [])]
  return [...inPath, ...inQuery, ...inHeader.map((name) => refTo('parameters', name))]
}

function pathParameter(endpoint: Endpoint, name: string, example: string | undefined): Json {
  const description = pathDescription(endpoint, name)
  const schema = pathParameterSchema
  return { name, in: 'path', required: true, description, schema, ...(example !== undefined && { example }) }
}

/** Description of a path parameter. */
export const pathDescription = ({ resource }: Endpoint, name: string): string =>
  pathDescriptions[name] ?? idDescription(resource)

/** Description of `{id}`, depending on the resource. */
function idDescription(resource: Endpoint['resource']): string {
  if (resource?.columns.id?.kind)
    return `The canonical id (\`id.${resource.columns.id.kind}.<slug>\`), or the raw upstream key.`
  return resource ? 'Id, version, raw version or `current`.' : 'Its number.'
}

interface QueryParts {
  readonly endpoint: Endpoint
  readonly source: DocumentSource
  readonly name: string
  readonly param: Param
  /** Value in the example request, for a required parameter. */
  readonly value: string | undefined
}

/** Describes a query parameter. A family such as `primary[*]` is described as one parameter with the style `deepObject`. */
function queryParameter({ endpoint, source, name, param, value }: QueryParts): Json {
  const { summary, default: byDefault, required } = param
  const family = /^(\w+)\[\*\]$/.exec(name)?.[1]
  const schema = querySchema(endpoint, name, param, source)
  const about = { in: 'query', description: summary, ...(required && { required: true }) }
  if (family !== undefined)
    return {
      ...{ name: family, ...about, style: 'deepObject', explode: true },
      schema: { type: 'object', additionalProperties: schema },
    }
  const example = required ? value : withExample.test(name) ? byDefault : undefined
  const isList = schema.type === 'array'
  return {
    ...{ name, ...about },
    ...(isList && { style: 'form', explode: false }),
    schema: { ...schema, ...(byDefault !== undefined && { default: byDefault }) },
    ...(example !== undefined && { example: isList ? String(example).split(',') : example }),
  }
}
