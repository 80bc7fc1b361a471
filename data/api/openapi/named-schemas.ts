import { z } from 'zod'
import type { Api } from '../model/api.ts'
import type { Resource } from '../model/resource.ts'
import { rowSchema } from '../model/schemas.ts'
import { pascalCase, type Json } from './json.ts'
import { problemSchema } from './problem-schema.ts'
import { rowName, withColumns } from './row-columns.ts'
import type { DocumentSource } from './source.ts'
import type { Steps } from '../model/values/steps.ts'

/** Schemas of the document by name, and the name of the schema of each endpoint's answer. */
interface NamedSchemas {
  readonly schemas: Readonly<Record<string, Json>>
  /** Names of schemas by the id of the endpoint. */
  readonly answers: ReadonlyMap<string, string>
}

type SchemaNames = Map<z.ZodType, string>

/** Builds the JSON Schemas of rows, answers and problems of an API in steps, including values and columns from the source. */
export function* namedSchemas(api: Api, source: DocumentSource): Steps<NamedSchemas> {
  const named: SchemaNames = new Map([[problemSchema, 'Problem']])
  const resourceOf = new Map<string, Resource>()
  for (const resource of api.resources.values()) {
    for (const part of ['listed', 'single'] as const) {
      const schema = rowSchema(resource, part)
      const name = `${rowName(resource)}${part === 'listed' ? '' : 'WithDetails'}`
      if (named.has(schema)) continue
      named.set(schema, name)
      resourceOf.set(name, resource)
    }
    yield
  }
  const answers = new Map<string, string>()
  for (const endpoint of api.endpoints) {
    if (endpoint.kind === 'asset') continue
    const { id, schema, resource, params } = endpoint
    nameParts(named, schema, pascalCase(id))
    const name = named.get(schema) ?? ''
    answers.set(id, name)
    if (resource && params.embed && !resourceOf.has(name)) resourceOf.set(name, resource)
    yield
  }
  const plain = yield* jsonSchemas(named, new Set(answers.values()))
  const rows = withColumns(plain, resourceOf, api, source)
  return { schemas: onlyUsed(rows, answers), answers }
}

/** Names the schema of an answer, each of its envelopes if there are two, and the parts that have an id of their own. */
function nameParts(named: SchemaNames, schema: z.ZodType, base: string): void {
  if (!named.has(schema)) named.set(schema, `${base}Answer`)
  if (schema instanceof z.ZodUnion)
    for (const option of schema.options as z.ZodType[])
      if (option instanceof z.ZodObject && ('pagination' in option.shape || 'rows' in option.shape))
        named.set(option, `${base}${'pagination' in option.shape ? 'Page' : 'Cursor'}Answer`)
  for (const part of partsOf(schema)) {
    const own = z.globalRegistry.get(part)?.id
    if (own !== undefined && !named.has(part)) named.set(part, own)
  }
}

/** A schema and all schemas inside it. */
function* partsOf(schema: z.ZodType): Generator<z.ZodType> {
  yield schema
  // The named schema from which `describe` made this one. Zod has no public API for it; a test fails if it disappears.
  const { parent } = schema._zod
  if (parent instanceof z.ZodType) yield parent
  const definition: unknown[] = Object.values(schema.def)
  const shape = (Reflect.get(schema.def, 'shape') ?? {}) as Readonly<Record<string, unknown>>
  for (const inside of [...Object.values(shape), ...definition].flat())
    if (inside instanceof z.ZodType) yield* partsOf(inside)
}

/** Number of schemas converted per step. Shared parts are visited once per step, so all steps take 80 ms, a single one 60 ms. */
const schemasPerStep = 4

/** A registry that converts only some schemas of a whole registry, but can refer to all of them. */
class PartOfRegistry extends z.core.$ZodRegistry<{ id: string }> {
  readonly #whole: z.core.$ZodRegistry<{ id: string }>

  constructor(whole: z.core.$ZodRegistry<{ id: string }>) {
    super()
    this.#whole = whole
  }

  override get: z.core.$ZodRegistry<{ id: string }>['get'] = (schema) => this.#whole.get(schema)
}

function* jsonSchemas(named: SchemaNames, answers: ReadonlySet<string>): Steps<Record<string, Json>> {
  const whole = z.registry<{ id: string }>()
  const names = new Map<unknown, string>(named)
  const all = [...named]
  for (const [schema, id] of all) whole.add(schema, { id })
  const converted: Record<string, Json> = {}
  for (let at = 0; at < all.length; at += schemasPerStep) {
    const part = new PartOfRegistry(whole)
    for (const [schema, id] of all.slice(at, at + schemasPerStep)) part.add(schema, { id })
    const { schemas } = z.toJSONSchema(part, {
      uri: (id) => `#/components/schemas/${id}`,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        simplify(jsonSchema, zodSchema instanceof z.ZodISODateTime)
        // An answer has exactly one of its envelopes.
        if (!answers.has(names.get(zodSchema) ?? '') || !jsonSchema.anyOf) return
        jsonSchema.oneOf = jsonSchema.anyOf
        delete jsonSchema.anyOf
      },
    })
    for (const [name, { $schema, $id, ...schema }] of Object.entries(schemas))
      converted[name] = mergeNullTypes(schema) as Json
    yield
  }
  return converted
}

/** Removes what would break strict clients or is redundant: closed objects, patterns of instants, the bounds of safe integers. */
function simplify(schema: z.core.JSONSchema.BaseSchema, isInstant: boolean): void {
  if (isInstant) delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  const { additionalProperties: others } = schema
  const isAny = typeof others === 'object' && Object.keys(others).length === 0
  if (isAny && schema.properties === undefined) schema.additionalProperties = true
  else if (others === false || isAny) delete schema.additionalProperties
  if (schema.description === '') delete schema.description
  delete schema.propertyNames
}

/** Replaces `anyOf` of a plain type and null by the equivalent pair of types, which is easier to read. */
function mergeNullTypes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(mergeNullTypes)
  if (typeof schema !== 'object' || schema === null) return schema
  const inside: Record<string, unknown> = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, mergeNullTypes(value)]),
  )
  const [one, other, ...more] = (Array.isArray(inside.anyOf) ? inside.anyOf : []) as Record<string, unknown>[]
  if (!one || other?.type !== 'null' || more.length > 0) return inside
  const { anyOf: _anyOf, ...rest } = inside
  if (Object.keys(one).length === 0) return rest
  if (typeof one.type !== 'string' || 'enum' in one || 'const' in one) return inside
  return { ...one, type: [one.type, 'null'], ...rest }
}

/** Leaves out schemas that no answer refers to, such as rows of a resource without a path. */
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
