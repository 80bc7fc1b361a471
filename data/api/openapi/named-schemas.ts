import { z } from 'zod'
import type { Api } from '../api.ts'
import type { Columns } from '../columns.ts'
import { rowSchema } from '../schemas.ts'
import { columnWords } from './column-words.ts'
import { pascal, type Json } from './json.ts'
import { problemSchema } from './problem-schema.ts'

/** Schemas of the document by name, and the name of each endpoint's answer. */
export interface NamedSchemas {
  readonly schemas: Readonly<Record<string, Json>>
  /** By the endpoint's id. */
  readonly answers: ReadonlyMap<string, string>
}

type Named = Map<z.ZodType, string>

/** The JSON Schemas of rows, answers and problems of an API. */
export function namedSchemas(api: Api): NamedSchemas {
  const named: Named = new Map([[problemSchema, 'Problem']])
  const columnsOf = new Map<string, Columns>()
  for (const resource of api.resources.values()) {
    for (const part of ['listed', 'single'] as const) {
      const schema = rowSchema(resource, part)
      const name = `${pascal(resource.name)}${part === 'listed' ? 'Row' : 'SingleRow'}`
      if (named.has(schema)) continue
      named.set(schema, name)
      columnsOf.set(name, resource.columns)
    }
  }
  const answers = new Map<string, string>()
  for (const { id, schema, linked, byHash } of api.endpoints) {
    if (linked !== undefined || byHash) continue
    if (!named.has(schema)) named.set(schema, `${pascal(id)}Answer`)
    answers.set(id, named.get(schema) ?? '')
    for (const part of partsOf(schema)) {
      const own = z.globalRegistry.get(part)?.id
      if (own !== undefined && !named.has(part)) named.set(part, own)
    }
  }
  return { schemas: withColumns(onlyUsed(jsonSchemas(named), answers), columnsOf), answers }
}

/** A schema and all schemas inside it. */
function* partsOf(schema: z.ZodType): Generator<z.ZodType> {
  yield schema
  const held: unknown[] = Object.values(schema.def)
  const shape = (Reflect.get(schema.def, 'shape') ?? {}) as Readonly<Record<string, unknown>>
  for (const inside of [...Object.values(shape), ...held].flat())
    if (inside instanceof z.ZodType) yield* partsOf(inside)
}

function jsonSchemas(named: Named): Record<string, Json> {
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of named) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => plainer(jsonSchema, zodSchema instanceof z.ZodISODateTime),
  })
  const bare = Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema] as const)
  return Object.fromEntries(bare.map(([name, schema]) => [name, nullsInType(schema) as Json]))
}

/** Without what would break strict clients or says nothing: closed objects, patterns of instants, the bounds of a double. */
function plainer(schema: z.core.JSONSchema.BaseSchema, isInstant: boolean): void {
  if (isInstant) delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  const { additionalProperties: others } = schema
  if (others === false || (typeof others === 'object' && Object.keys(others).length === 0))
    delete schema.additionalProperties
  delete schema.propertyNames
}

/** `anyOf` of a plain type and null becomes a pair of types, which reads better and means the same. */
function nullsInType(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(nullsInType)
  if (typeof schema !== 'object' || schema === null) return schema
  const inside: Record<string, unknown> = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, nullsInType(value)]),
  )
  const [one, other, ...more] = (Array.isArray(inside.anyOf) ? inside.anyOf : []) as Record<string, unknown>[]
  if (!one || other?.type !== 'null' || more.length > 0) return inside
  const { anyOf: _anyOf, ...rest } = inside
  if (Object.keys(one).length === 0) return rest
  if (typeof one.type !== 'string' || 'enum' in one || 'const' in one) return inside
  return { ...one, type: [one.type, 'null'], ...rest }
}

/** Rows that no answer shows, such as those of a resource without a path, are left out. */
function onlyUsed(all: Record<string, Json>, answers: ReadonlyMap<string, string>): Record<string, Json> {
  const used = new Set<string>()
  const follow = (name: string): void => {
    if (used.has(name)) return
    used.add(name)
    for (const [, next = ''] of JSON.stringify(all[name]).matchAll(/#\/components\/schemas\/(\w+)/g)) follow(next)
  }
  for (const name of ['Problem', ...answers.values()]) follow(name)
  return Object.fromEntries(
    [...used].sort().flatMap((name): [string, Json][] => (all[name] ? [[name, all[name]]] : [])),
  )
}

/** Rows with what their columns' declarations say beyond the schema: words, and families such as `primary_min_*`. */
function withColumns(schemas: Record<string, Json>, columnsOf: ReadonlyMap<string, Columns>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const columns = columnsOf.get(name)
      return [name, columns ? { ...schema, ...described(schema, columns), ...families(columns) } : schema]
    }),
  )
}

function described({ properties = {} }: Json, columns: Columns): Json {
  const words = columnWords(columns)
  const fields = Object.entries(properties as Record<string, Json>).map(([name, value]): [string, Json] => [
    name,
    words[name] ? { ...value, description: words[name] } : value,
  ])
  return { properties: Object.fromEntries(fields) }
}

function families(columns: Columns): Json {
  const found = Object.entries(columns).filter(([name]) => name.endsWith('*'))
  if (found.length === 0) return {}
  return { patternProperties: Object.fromEntries(found.map(([name, { type }]) => [`^${name.slice(0, -1)}`, { type }])) }
}
