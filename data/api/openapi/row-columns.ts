// Adds to the schemas of rows what their declared columns do not say: undeclared columns, values of open enumerations,
// and embedded rows.
import { embeddable, embedParam } from '../answer/rows/embed.ts'
import type { Api } from '../model/api.ts'
import type { Column, Reference } from '../model/columns.ts'
import type { Resource } from '../model/resource.ts'
import { pascalCase, refTo, type Json } from './json.ts'
import type { DocumentSource } from './source.ts'

type Schemas = Readonly<Record<string, Json>>

/** Name of the schema of a resource's rows. */
export const rowName = ({ name }: Pick<Resource, 'name'>): string => `${pascalCase(name)}Row`

/** Name of the schema of an embedded row: rows that can embed others have a separate one, because embedded rows embed none. */
const embeddedName = (resource: Resource): string =>
  'embed' in embedParam(resource) ? `${pascalCase(resource.name)}EmbeddedRow` : rowName(resource)

/** Completes the schemas of rows and adds those of embedded rows. `resourceOf` maps names of schemas to the resource of their rows. */
export function withColumns(
  schemas: Schemas,
  resourceOf: ReadonlyMap<string, Resource>,
  api: Api,
  source: DocumentSource,
): Record<string, Json> {
  const filled: Record<string, Json> = { ...schemas }
  for (const [name, resource] of resourceOf) {
    const schema = filled[name]
    if (!schema) continue
    const isRow = name.startsWith(rowName(resource))
    // The answer of an endpoint may be a row too, in a shape of its own; envelopes have no key.
    const hasColumns = isRow || resource.key.every((column) => Object.hasOwn(propertiesOf(schema), column))
    const full = hasColumns ? withOpenValues(withUndeclaredColumns(schema, resource, source), resource, source) : schema
    if (isRow && embeddedName(resource) !== name) filled[embeddedName(resource)] ??= full
    filled[name] = 'embed' in embedParam(resource) ? withEmbedded(full, resource, api) : full
  }
  return filled
}

const propertiesOf = ({ properties = {} }: Json) => properties as Readonly<Record<string, Json>>

function withUndeclaredColumns(schema: Json, resource: Resource, source: DocumentSource): Json {
  const others = source
    .undeclaredColumns(resource)
    .filter((name) => !Object.hasOwn(propertiesOf(schema), name))
    .map((name) => [name, undeclaredColumn(name, resource, source)])
  return { ...schema, properties: { ...propertiesOf(schema), ...(Object.fromEntries(others) as Json) } }
}

const ends: Readonly<Record<string, string>> = { min: 'Least', max: 'Greatest' }

function undeclaredColumn(name: string, { columns }: Resource, source: DocumentSource): Json {
  const family = Object.keys(columns).find((one) => one.endsWith('*') && name.startsWith(one.slice(0, -1)))
  const [, kind = '', end = '', field = ''] = /^(primary|secondary)_(min|max)_(.+)$/.exec(name) ?? []
  if (family === undefined)
    return { ...refTo('schemas', 'JsonValue'), description: 'A further column of the bundle, as it is there.' }
  const { label = field.replaceAll('_', ' '), isPercent = false } = source.attribute(field) ?? {}
  const description = `${ends[end] ?? ''} ${label}${isPercent ? ', in percent,' : ''} as a ${kind} attribute.`
  return { type: [columns[family]?.type, 'null'], description }
}

function withOpenValues(schema: Json, resource: Resource, source: DocumentSource): Json {
  const fields = Object.entries(propertiesOf(schema)).map(([name, field]) => {
    const column = resource.columns[name]
    const values = column?.facet ? [...new Set([...(column.usual ?? []), ...source.valuesOf(resource, name)])] : []
    return [name, column && values.length > 0 ? openField(field, column, values) : field]
  })
  return { ...schema, properties: Object.fromEntries(fields) as Json }
}

/** Options of an `anyOf` of the known values and any other text, so that new values do not break clients. */
export const openValues = (values: readonly string[], others: Json = { type: 'string' }): Json[] => [
  { type: 'string', enum: values },
  others,
]

function openField({ description }: Json, { type, isAlwaysPresent }: Column, values: readonly string[]): Json {
  if (type === 'list')
    return { type: isAlwaysPresent ? 'array' : ['array', 'null'], items: { anyOf: openValues(values) }, description }
  return { anyOf: [...openValues(values), ...(isAlwaysPresent ? [] : [{ type: 'null' }])], description }
}

function withEmbedded(schema: Json, resource: Resource, api: Api): Json {
  const references = new Set(embeddable(resource.columns).values())
  return [...references].reduce((changed, reference) => {
    const steps = reference.path.replace('[]', '').split('.')
    return embedAt(changed, steps, rowsOf(reference, api))
  }, schema)
}

const rowsOf = ({ to }: Reference, api: Api): Json[] =>
  to.flatMap((name) => {
    const target = api.resources.get(name)
    return target ? [refTo('schemas', embeddedName(target))] : []
  })

/** Returns the schema with ids at a path inside it replaced by ids or rows. */
function embedAt(schema: Json, [step = '', ...rest]: readonly string[], rows: readonly Json[]): Json {
  const field = propertiesOf(schema)[step]
  if (!field) return schema
  const replaced = rest.length > 0 ? embedAt(field, rest, rows) : idsOrRows(field, rows)
  return { ...schema, properties: { ...propertiesOf(schema), [step]: replaced } }
}

function idsOrRows(field: Json, rows: readonly Json[]): Json {
  const { type, items, description } = field
  const either = [{ type: 'string' }, ...rows]
  const types = Array.isArray(type) ? (type as unknown[]) : [type]
  if (types.includes('array')) return items ? { ...field, items: { anyOf: either } } : field
  if (!types.includes('string')) return field
  return { anyOf: [...either, ...(types.includes('null') ? [{ type: 'null' }] : [])], description }
}
