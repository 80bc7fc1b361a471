import { z } from 'zod'
import type { Columns } from './columns.ts'
import type { Envelope } from './envelopes.ts'
import { quickCheck } from './quick-check.ts'
import type { Resource } from './resource.ts'

const wildcard = (name: string) => name.endsWith('*')

const shownAsset = z.strictObject({ hash: z.string(), url: z.string(), media_type: z.string() })

type Part = 'listed' | 'single'

const made = { listed: new WeakMap<Columns, z.ZodType>(), single: new WeakMap<Columns, z.ZodType>() }

/** Columns of an answer's row: what is listed, or with the details of the single row. The same columns give the same schema. */
export function rowSchema(resource: Pick<Resource, 'columns' | 'key'>, part: Part = 'listed'): z.ZodType {
  const hasDetail = Object.values(resource.columns).some(({ detail }) => detail)
  const known = made[hasDetail ? part : 'listed']
  const schema = known.get(resource.columns) ?? madeRow(resource, part)
  known.set(resource.columns, schema)
  return schema
}

function madeRow(resource: Pick<Resource, 'columns' | 'key'>, part: Part): z.ZodType {
  const shape: Record<string, z.ZodType> = {}
  for (const [name, column] of Object.entries(resource.columns)) {
    if (wildcard(name) || (column.detail && part === 'listed') || column.asset?.shown === 'hidden') continue
    if (column.asset?.shown === 'url') shape[`${name}_url`] = z.string().nullish()
    else if (column.asset) shape[name] = shownAsset.nullish()
    else shape[name] = resource.key.includes(name) ? column.schema : column.schema.nullish()
  }
  return z.looseObject(shape)
}

/** Pagination or cursor envelope around rows (spec 4.1). */
export function listSchema(envelope: Envelope, row: z.ZodType): z.ZodType {
  const kinds = new Set([envelope.kind, envelope.of({ page: 1 }).kind])
  const [only, ...others] = [...kinds].map((kind) => envelopeSchema(kind, row))
  return only && others.length === 0 ? only : z.union([...(only ? [only] : []), ...others])
}

function envelopeSchema(kind: Envelope['kind'], row: z.ZodType): z.ZodType {
  const count = z.int().nonnegative()
  if (kind === 'cursor')
    return z.strictObject({
      count,
      limit: count,
      sort: z.enum(['asc', 'desc']),
      next: z.string().nullable(),
      rows: z.array(row),
    })
  const pagination = {
    ...{ count, limit: count, page: count, num_pages: count, total: count },
    total_is_minimum: z.literal(true).optional(),
    next: z.string().nullable(),
  }
  return z.strictObject({ pagination: z.strictObject(pagination), body: z.array(row) })
}

/** What a line of the resource's bundle file must be: the key is there, known fields have their type, others are not looked at. */
export function bundleRowSchema(resource: Pick<Resource, 'columns' | 'key'>): z.ZodType<Record<string, unknown>> {
  const shape: Record<string, z.ZodType> = {}
  for (const [name, column] of Object.entries(resource.columns)) {
    if (wildcard(name)) continue
    shape[name] = resource.key.includes(name) ? column.schema : column.schema.nullish()
  }
  return z.object(shape)
}

/** Whether `bundleRowSchema` takes a line, without a word on what is wrong with one that it refuses. */
export function bundleRowCheck(resource: Pick<Resource, 'columns' | 'key'>): (row: Record<string, unknown>) => boolean {
  const declared = Object.entries(resource.columns).filter(([name]) => !wildcard(name))
  const checks = new Map(declared.map(([name, { schema }]) => [name, quickCheck(schema)]))
  return (row) => {
    for (const name in row) {
      const value = row[name]
      if (value !== null && value !== undefined && checks.get(name)?.(value) === false) return false
    }
    return resource.key.every((name) => checks.get(name)?.(row[name]) ?? true)
  }
}

/** The schema of a column that a wildcard stands for, by its name. */
export function wildcardSchema(columns: Columns): (name: string) => z.ZodType | undefined {
  const families = Object.entries(columns).filter(([name]) => wildcard(name))
  return (name) => families.find(([family]) => name.startsWith(family.slice(0, -1)))?.[1].schema
}
