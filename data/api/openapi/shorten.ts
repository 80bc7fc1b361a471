import type { Json } from './json.ts'

const maxElements = 2
const maxEntries = 3
const maxTextLength = 300

/** Shortens an answer to the first elements of lists and the first entries of dictionaries. It still matches the schema. */
export function shorten(value: unknown, schema: Json | undefined, schemas: Readonly<Record<string, Json>>): unknown {
  const found = resolve(schema, schemas)
  if (typeof value === 'string') return found?.format || found?.enum ? value : shortenText(value)
  if (Array.isArray(value))
    return (found?.prefixItems ? value : value.slice(0, maxElements)).map((one) =>
      shorten(one, found?.items as Json | undefined, schemas),
    )
  if (typeof value !== 'object' || value === null) return value
  const properties = (found?.properties ?? {}) as Readonly<Record<string, Json>>
  const names = Object.keys(value)
  const isDictionary = found?.additionalProperties !== undefined && found.properties === undefined
  const kept = isDictionary ? names.slice(0, maxEntries) : names
  const inside = (name: string) => properties[name] ?? (found?.additionalProperties as Json | undefined)
  const of = (name: string) => shorten((value as Json)[name], inside(name), schemas)
  return Object.fromEntries(kept.map((name) => [name, of(name)]))
}

/** Truncates a long text; of a stream, keeps the whole first event. */
function shortenText(text: string): string {
  if (text.length <= maxTextLength) return text
  const end = text.indexOf('\n\n')
  return end === -1 ? text.slice(0, maxTextLength) : text.slice(0, end + 2)
}

/** Follows references; of several alternatives, returns the first that is an object or a list. */
function resolve(schema: Json | undefined, schemas: Readonly<Record<string, Json>>): Json | undefined {
  if (typeof schema !== 'object') return undefined
  if (typeof schema.$ref === 'string') return resolve(schemas[schema.$ref.split('/').at(-1) ?? ''], schemas)
  const options = (schema.anyOf ?? schema.oneOf) as readonly Json[] | undefined
  if (!options) return schema
  const resolved = options.map((one) => resolve(one, schemas))
  return (
    resolved.find((one) => one?.properties ?? one?.items ?? one?.prefixItems ?? one?.additionalProperties) ??
    resolved[0]
  )
}
