import type { Endpoint } from '../../data/api/model/endpoint.ts'
import { pathDescription } from '../../data/api/openapi/parameters.ts'
import { isByResource, pathNames, type ApiTool, type ToolRoute } from './tools.ts'

type Json = Readonly<Record<string, unknown>>

/** An argument as one endpoint declares it. */
interface Use {
  readonly resource: string
  readonly schema: Json
  readonly summary: string
  readonly default?: unknown
  readonly isRequired: boolean
}

/**
 * Returns the JSON Schema of a tool's arguments: `resource`, path parameters, and the query parameters of all its
 * endpoints.
 */
export function inputSchemaOf({ routes }: ApiTool) {
  const uses = new Map<string, Use[]>()
  const endpoints = routes.flatMap((route) => [...route.endpoints].map((found) => ({ route, found })))
  for (const { route, found } of endpoints)
    for (const [name, use] of usesOf(route, ...found)) uses.set(name, [...(uses.get(name) ?? []), use])
  const count = endpoints.length
  const entries = [...uses].map(([name, all]) => [name, propertyOf(all, count)] as const)
  const properties: Record<string, Json> = { ...resourceProperty(routes), ...Object.fromEntries(entries) }
  return {
    type: 'object' as const,
    properties,
    required: [
      ...(routes.every(isByResource) ? ['resource'] : []),
      ...[...uses].flatMap(([name, all]) => (all.length === count && all.every((use) => use.isRequired) ? [name] : [])),
    ],
    additionalProperties: false,
  }
}

function resourceProperty(routes: readonly ToolRoute[]): Record<string, Json> {
  const names = new Set(routes.filter(isByResource).flatMap(({ endpoints }) => [...endpoints.keys()]))
  if (names.size === 0) return {}
  return { resource: { type: 'string', enum: [...names], description: 'The resource to which the rows belong.' } }
}

function usesOf(route: ToolRoute, resource: string, endpoint: Endpoint): [string, Use][] {
  const inPath = pathNames(endpoint).map((name): [string, Use] => [
    route.pathArgument ?? name,
    {
      resource,
      schema: { type: 'string', minLength: 1 },
      summary: route.pathSummary ?? pathDescription(endpoint, name),
      default: route.pathDefault,
      isRequired: route.pathDefault === undefined,
    },
  ])
  const inQuery = Object.entries(endpoint.params)
    .filter(([, { isMedia }]) => !isMedia)
    .map(([name, { codec, summary, default: byDefault, required }]): [string, Use] => [
      name,
      {
        resource,
        schema: simplified(name, codec.schema, endpoint),
        summary,
        default: byDefault,
        isRequired: required ?? false,
      },
    ])
  return [...inPath, ...inQuery]
}

/**
 * Removes keywords that only a validator needs. The usual values of a filter become examples, because others are
 * allowed.
 */
function simplified(
  name: string,
  { pattern: _pattern, maximum, ...schema }: Json,
  { filters, resource }: Endpoint,
): Json {
  const filter = filters.find(({ param }) => param === name)
  const usual = filter && resource?.columns[filter.column]?.usual
  return {
    ...schema,
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
    ...(usual && { examples: usual }),
  }
}

function propertyOf(uses: readonly Use[], endpointCount: number): Json {
  const [first] = uses
  const hasOneDefault = uses.every((use) => use.default === first?.default)
  return {
    ...mergedSchema(uses.map(({ schema }) => schema)),
    description: describe(uses, endpointCount),
    ...(hasOneDefault && first?.default !== undefined && { default: first.default }),
  }
}

/**
 * Returns a schema that accepts whatever any of the schemas accepts. If their types differ it is a string, from which
 * each can be parsed.
 */
function mergedSchema(all: readonly Json[]): Json {
  const [first = {}, ...others] = [...new Map(all.map((schema) => [JSON.stringify(schema), schema])).values()]
  if (others.length === 0) return first
  const schemas = [first, ...others]
  const types = new Set(schemas.map(({ type }) => type))
  if (types.size > 1) return { type: 'string' }
  if (types.has('array')) return { ...first, items: mergedSchema(schemas.map(({ items }) => items as Json)) }
  if (types.has('integer')) return { type: 'integer', ...bound(schemas, 'minimum'), ...bound(schemas, 'maximum') }
  const values = schemas.map((schema) => schema.enum as readonly string[] | undefined)
  if (!values.includes(undefined)) return { type: 'string', enum: [...new Set(values.flat())] }
  const examples = new Set(schemas.flatMap((schema) => (schema.examples as readonly string[] | undefined) ?? []))
  return { type: 'string', ...(examples.size > 0 && { examples: [...examples] }) }
}

/** Returns the widest bound, or none if one of the schemas has none. */
function bound(schemas: readonly Json[], name: 'minimum' | 'maximum') {
  const bounds = schemas.map((schema) => schema[name])
  if (bounds.includes(undefined)) return {}
  return { [name]: Math[name === 'minimum' ? 'min' : 'max'](...bounds.map(Number)) }
}

/** Joins the distinct summaries. Each names its resources, unless it applies to most endpoints. */
function describe(uses: readonly Use[], endpointCount: number): string {
  const groups = [...Map.groupBy(uses, ({ summary }) => summary)].sort(([, a], [, b]) => b.length - a.length)
  const texts = groups.map(([summary, group]) => {
    const resources = group.flatMap(({ resource }) => resource || [])
    return group.length > endpointCount / 2 || resources.length === 0 ? summary : `${resources.join(', ')}: ${summary}`
  })
  return texts.join(' ')
}
