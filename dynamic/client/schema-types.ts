// Converts the JSON Schemas of the OpenAPI document to TypeScript. It supports only the keywords that they use.
import type { Json } from '../../data/api/openapi/json.ts'

/** Returns the TypeScript type of a value in an answer. Throws for a schema that it does not support. */
export function typeOf(schema: Json): string {
  const { $ref, anyOf, oneOf, type, prefixItems } = schema
  if (typeof $ref === 'string') return refName($ref)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return union(schema.enum.map(literal))
  const options = anyOf ?? oneOf
  if (Array.isArray(options)) return union(openEnumeration(options as readonly Json[]) ?? options.map(typeOf))
  if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...schema, type: one as string })))
  if (Array.isArray(prefixItems)) return `[${prefixItems.map(typeOf).join(', ')}]`
  if (type === undefined) return onlyDescribed(schema)
  if (type === 'array') return `${inBrackets(typeOf((schema.items ?? {}) as Json))}[]`
  return type === 'object' ? objectType(schema) : scalarType(String(type))
}

/** Returns a literal type; for a family of columns (`name_*`), the type of texts that begin with its prefix. */
const literal = (value: unknown): string =>
  typeof value === 'string' && value.endsWith('*') ? `\`${value.slice(0, -1)}\${string}\`` : JSON.stringify(value)

const scalars: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

function scalarType(type: string): string {
  const found = scalars[type]
  if (found === undefined) throw new Error(`There is no TypeScript for the type ${type} of JSON Schema`)
  return found
}

function onlyDescribed(schema: Json): string {
  const others = Object.keys(schema).filter((key) => !['description', 'default', 'title', 'examples'].includes(key))
  if (others.length > 0) throw new Error(`There is no TypeScript for a JSON Schema of ${others.join(', ')}`)
  return 'unknown'
}

/** Returns the types of an enumeration that allows other texts: editors complete its values. */
function openEnumeration(options: readonly Json[]): string[] | undefined {
  const isText = (one: Json) => one.type === 'string' && one.enum === undefined
  if (!options.some((one) => Array.isArray(one.enum)) || !options.some(isText)) return undefined
  return options.map((one) => (isText(one) ? '(string & {})' : typeOf(one)))
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ')

const inBrackets = (type: string): string => (/[ |&]/.test(type) ? `(${type})` : type)

function objectType(schema: Json): string {
  const { additionalProperties: others } = schema
  const fields = fieldsOf(schema)
  if (fields.length > 0) return `{\n${fields.map((line) => `  ${line.replaceAll('\n', '\n  ')}`).join('\n')}\n}`
  return `Record<string, ${typeof others === 'object' && others !== null ? typeOf(others as Json) : 'unknown'}>`
}

/** Returns the lines of an interface. A family of columns (`primary_min_*`) becomes an index signature. */
export function fieldsOf(schema: Json): string[] {
  const required = new Set((schema.required ?? []) as readonly string[])
  return Object.entries(propertiesOf(schema)).flatMap(([name, field]) => {
    const type = typeOf(field)
    const isFamily = name.endsWith('*')
    const key = isFamily
      ? `[name: \`${name.slice(0, -1)}\${string}\`]`
      : `${keyOf(name)}${required.has(name) ? '' : '?'}`
    return [...commentOf(field.description), `${key}: ${type}${isFamily ? ' | undefined' : ''}`]
  })
}

/**
 * Returns the type of a parameter's value, which may be a number in place of a text. `isMultiple`: a filter by one or
 * several values.
 */
export function parameterType(schema: Json, isMultiple = false): string {
  const options = (schema.anyOf ?? []) as readonly Json[]
  if (isMultiple) return parameterType({ type: 'array', items: options[0] ?? schema })
  if (options.some(({ format }) => format === 'date-time')) return 'string | Date'
  if (options.some(({ type }) => type === 'array')) return union(options.map((one) => parameterType(one)))
  if (schema.type === 'object') return `Record<string, ${parameterType(schema.additionalProperties as Json)}>`
  if (schema.type !== 'array') return textOrNumber(typeOf(schema))
  const item = inBrackets(textOrNumber(typeOf((schema.items ?? {}) as Json)))
  return `${item} | readonly ${item}[]`
}

/** Allows numbers in place of texts, because ids of patches, listings and seasons are numbers in answers. */
const textOrNumber = (type: string): string => (type === 'string' ? 'string | number' : type)

/** Returns the name of the schema to which a reference refers. */
export const refName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

export const propertiesOf = ({ properties = {} }: Json) => properties as Readonly<Record<string, Json>>

/** Returns a name as the key of an object type: quoted, unless it is an identifier. */
export const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

/** Returns a line of documentation, or none for an empty text. */
export const commentOf = (text: unknown): string[] =>
  typeof text === 'string' && text !== '' ? [`/** ${text.replaceAll('*/', '*\\/').replaceAll('\n', ' ')} */`] : []
