import { z } from 'zod'
import { columnDescription } from './column-description.ts'
import type { Column, Columns } from './columns.ts'
import type { Envelope } from './envelopes.ts'
import type { Resource } from './resource.ts'

const wildcard = (name: string) => name.endsWith('*')

const assetSchema = z.strictObject({
  hash: z.string().describe('SHA-256 of the bytes, in hexadecimal.'),
  url: z.string().describe('Address of the bytes.'),
  media_type: z.string().describe('Media type of the bytes.'),
})

/** Any JSON value. */
export const jsonValue = z
  .union([z.string(), z.number(), z.boolean(), z.record(z.string(), z.unknown()), z.array(z.unknown()), z.null()])
  .meta({ id: 'JsonValue', description: 'Any JSON value.' })

type Part = 'listed' | 'single'
type RowsOf = Pick<Resource, 'columns' | 'key' | 'parts'>

const rowSchemaCache = { listed: new WeakMap<Columns, z.ZodType>(), single: new WeakMap<Columns, z.ZodType>() }

/** The schema of an answered row, in lists or, with details, as a single row. The same columns return the same schema object. */
export function rowSchema(resource: RowsOf, part: Part = 'listed'): z.ZodType {
  const hasDetail = Object.values(resource.columns).some(({ detail }) => detail)
  const known = rowSchemaCache[hasDetail ? part : 'listed']
  const schema = known.get(resource.columns) ?? buildRowSchema(resource, part)
  known.set(resource.columns, schema)
  return schema
}

function buildRowSchema({ columns, key, parts = {} }: RowsOf, part: Part): z.ZodType {
  const shape: Record<string, z.ZodType> = {}
  for (const [name, column] of Object.entries(columns)) {
    if (column.elements && part === 'listed') shape[name] = embedded(name, column.elements.schema)
    if (wildcard(name) || (column.detail && part === 'listed')) continue
    shape[displayedName(name, column)] = fieldSchema(column, key.includes(name))
  }
  for (const [name, { rows }] of Object.entries(parts)) shape[name] = embedded(name, rowSchema(rows))
  return z.looseObject(shape)
}

const embedded = (name: string, schema: z.ZodType) =>
  z.array(schema).nullish().describe(`There with \`embed=${name}\`.`)

/** The name under which rows show a column: `<name>_url` for the URL of an asset. */
export const displayedName = (name: string, { asset }: Column): string =>
  asset && asset.displayed !== 'object' ? `${name}_url` : name

/** The schema of a column in an answered row, with its description. Unless every row has a value, it may be absent or null. */
export function fieldSchema(column: Column, isKey = false): z.ZodType {
  const schema = column.asset ? (column.asset.displayed === 'object' ? assetSchema : z.string()) : openSchema(column)
  return (isKey || column.isAlwaysPresent ? schema : schema.nullish()).describe(columnDescription(column))
}

/** The schema of an open enumeration names its usual values and accepts any other. */
function openSchema({ schema, answered = schema, usual = [] }: Column): z.ZodType {
  return usual.length > 0 && schema instanceof z.ZodString ? z.union([z.enum(usual), schema]) : answered
}

/** The schema of a list's answer. It has `missing` if `columns` include an id, so that rows can be looked up by `ids`. */
export function listSchema(envelope: Envelope, row: z.ZodType, columns: Columns = {}): z.ZodType {
  const kinds = new Set([envelope.kind, envelope.of({ page: 1 }).kind])
  const [only, ...others] = [...kinds].map((kind) => envelopeSchema(kind, row, columns.id ? { missing } : {}))
  return only && others.length === 0 ? only : z.union([...(only ? [only] : []), ...others])
}

const count = z.int().nonnegative()

export const paginationSchema = z
  .strictObject({
    count: count.describe('Rows on this page.'),
    limit: count.describe('Rows per page.'),
    page: count.describe('Number of this page, from 1.'),
    num_pages: count.describe('How many pages there are; 0 for an empty list.'),
    total: count.describe('Rows on all pages.'),
    total_is_minimum: z.literal(true).optional().describe('There when `total` is a lower bound: there are more rows.'),
    next: z.string().nullable().describe('URL reference of the next page, pinned to the same patch; null on the last.'),
  })
  .meta({ id: 'Pagination' })

const missing = z.array(z.string()).optional().describe('There with `ids`: those that name no row, as they were given.')

function envelopeSchema(kind: Envelope['kind'], row: z.ZodType, beside: Record<string, z.ZodType>): z.ZodType {
  if (kind === 'cursor')
    return z.strictObject({
      count: count.describe('Rows on this page.'),
      limit: count.describe('Rows per page.'),
      sort: z.string().describe('Order of ids, `asc` or `desc`, or the columns that were sorted by.'),
      next: z.string().nullable().describe('Send this as `cursor` for the rows after these; null on the last page.'),
      rows: z.array(row).describe('The rows of this page.'),
      ...beside,
    })
  return z.strictObject({
    pagination: paginationSchema.describe('Which page this is.'),
    body: z.array(row).describe('The rows of this page.'),
    ...beside,
  })
}

/** The schema of a line of the resource's bundle file: the key is required, and only declared fields are checked. */
export function bundleRowSchema(resource: Pick<Resource, 'columns' | 'key'>): z.ZodType<Record<string, unknown>> {
  const shape: Record<string, z.ZodType> = {}
  for (const [name, column] of Object.entries(resource.columns)) {
    if (wildcard(name)) continue
    shape[name] = resource.key.includes(name) ? column.schema : column.schema.nullish()
  }
  return z.object(shape)
}

/** Returns a function that finds the schema of a column by the family that its name matches; undefined if none does. */
export function wildcardSchema(columns: Columns): (name: string) => z.ZodType | undefined {
  const families = Object.entries(columns).filter(([name]) => wildcard(name))
  return (name) => families.find(([family]) => name.startsWith(family.slice(0, -1)))?.[1].schema
}
