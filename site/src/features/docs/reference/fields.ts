import { cachedPerCatalog } from '../../../request/cached-per-catalog.ts'

/** A JSON Schema of the OpenAPI document. */
interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

interface Operation {
  readonly responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema: Schema }>> }>>
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, { get: Operation }>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** A field of a response as the reference shows it. */
export interface Field {
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  readonly isOptional: boolean
  readonly description: string
  readonly fields: readonly Field[]
}

const documents = cachedPerCatalog<OpenApiDocument>('openapi')

/** Returns the OpenAPI document of the API, which is requested once per catalog. Rejects if it cannot be read. */
export const loadOpenApiDocument = ({
  fetchApi,
  pageCache,
}: Pick<App.Locals, 'fetchApi' | 'pageCache'>): Promise<OpenApiDocument> =>
  documents(pageCache, 'document', async () => {
    const { status, target, json } = await fetchApi('/v2/openapi.json')
    if (status !== 200) throw new Error(`${target} answered ${status}.`)
    return json as OpenApiDocument
  })

type Schemas = OpenApiDocument['components']['schemas']

/** Returns the fields of an endpoint's JSON response; none if it responds with bytes, text or a bare value. */
export function responseFields({ paths, components: { schemas } }: OpenApiDocument, path: string): readonly Field[] {
  const schema = paths[path]?.get.responses['200']?.content?.['application/json']?.schema
  return schema ? fieldsOf(schema, schemas, 0) : []
}

const maxDepth = 6

function resolved(schema: Schema, schemas: Schemas): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined
    ? schema
    : { ...schemas[name], ...(schema.description && { description: schema.description }) }
}

/** Returns the fields of an object, or of the objects in a list. The values of a dictionary are one field, `<name>`. */
function fieldsOf(given: Schema, schemas: Schemas, depth: number): readonly Field[] {
  if (depth > maxDepth) return []
  const { properties, required = [], items, oneOf, anyOf = oneOf, additionalProperties } = resolved(given, schemas)
  if (items) return fieldsOf(items, schemas, depth + 1)
  if (anyOf) return anyOf.flatMap((one) => fieldsOf(one, schemas, depth + 1))
  const field = (name: string, schema: Schema, isOptional: boolean): Field => ({
    name,
    type: typeOf(schema, schemas),
    isNullable: isNullable(resolved(schema, schemas)),
    isOptional,
    description: resolved(schema, schemas).description ?? '',
    fields: fieldsOf(schema, schemas, depth + 1),
  })
  return [
    ...Object.entries(properties ?? {}).map(([name, schema]) => field(name, schema, !required.includes(name))),
    ...(typeof additionalProperties === 'object' ? [field('<name>', additionalProperties, true)] : []),
  ]
}

const isNullable = ({ type, anyOf }: Schema) =>
  (Array.isArray(type) && type.includes('null')) || (anyOf?.some((one) => one.type === 'null') ?? false)

/** Returns a type such as `list of string` or `one of added, removed, changed`. */
function typeOf(given: Schema, schemas: Schemas): string {
  const schema = resolved(given, schemas)
  const { enum: values, const: only, items, prefixItems, anyOf, type, format } = schema
  if (values) return `one of ${values.map(String).join(', ')}`
  if (only !== undefined) return String(only)
  if (prefixItems) return `list of ${prefixItems.map((one) => typeOf(one, schemas)).join(', ')}`
  if (items) return `list of ${typeOf(items, schemas)}`
  if (anyOf) {
    const kinds = anyOf.filter((one) => one.type !== 'null').map((one) => typeOf(one, schemas))
    return [...new Set(kinds)].join(' or ')
  }
  const plain = (Array.isArray(type) ? type : [type]).filter((one) => one !== 'null').join(' or ')
  if (schema.additionalProperties) return 'dictionary'
  return format ?? (plain === '' ? 'any' : plain)
}
