import fc from 'fast-check'
import { describe, it } from 'vitest'
import { z } from 'zod'
import { bundleRowSchema, wildcardSchema } from '../../data/api/model/schemas.ts'
import { api } from '../../data/api/table.ts'
import { bundleRows, bundleValues as values } from '../../data/api/test/test-bundle-rows.ts'
import { bundleRowCheck, valueCheck } from './value-check.ts'

const passes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

describe.each([...api.resources.values()])('a line of $name', (resource) => {
  const columns = Object.entries(resource.columns)
  const schema = bundleRowSchema(resource)
  const check = bundleRowCheck(resource)

  it.each(columns)('has its %s accepted exactly when the schema accepts it', (_name, column) => {
    const fits = valueCheck(column.schema)
    fc.assert(fc.property(values, (value) => fits(value) === passes(column.schema, value)))
  })

  it('is accepted exactly when the schema accepts it', () => {
    const rows = bundleRows(resource)
    fc.assert(fc.property(rows, (row) => check(row) === passes(schema, row)))
  })

  it('has a column of a family accepted exactly when the schema accepts it', () => {
    for (const [family] of columns.filter(([name]) => name.endsWith('*'))) {
      const one = wildcardSchema(resource.columns)(family.replace('*', 'x'))
      if (!one) throw new Error(`${family} has no schema`)
      const fits = valueCheck(one)
      fc.assert(fc.property(values, (value) => fits(value) === passes(one, value)))
    }
  })
})

describe('a value', () => {
  it.each([
    ['two checks', z.string().min(1).max(2)],
    ['a length', z.string().length(2)],
    ['a format', z.email()],
    ['a converted string', z.coerce.string()],
    ['a converted number', z.coerce.number()],
    ['a bounded number', z.number().min(1).max(2)],
    ['a bounded integer', z.int().positive()],
    ['another number format', z.uint32()],
    ['a bounded list', z.array(z.string()).min(2)],
    ['a list of bounded integers', z.array(z.int().positive())],
    ['a list that is refined', z.array(z.string()).refine((list) => list.length !== 1)],
    ['a list with a check of its own', z.array(z.string()).check(() => undefined)],
    ['a trimmed string', z.string().trim().min(1)],
    ['a string with a default', z.string().default('a')],
    ['whatever, by a fallback', z.string().catch('a')],
    ['a converted value', z.string().transform(Number)],
    ['an instance', z.instanceof(Uint8Array)],
    ['an enumeration', z.enum(['flat', 'percent'])],
    ['a literal', z.literal(1)],
    ['a strict object', z.strictObject({ order: z.int() })],
    ['a loose object', z.looseObject({ order: z.int().nullish() })],
    ['a record', z.record(z.string(), z.unknown())],
    ['a list of objects with a refined field', z.array(z.object({ order: z.int().refine((order) => order !== 1) }))],
    ['a refined string', z.string().refine((text) => text !== 'a')],
    ['a converted flag', z.coerce.boolean()],
    ['one of several', z.union([z.string(), z.int()])],
    ['what may be missing', z.string().nullish()],
  ])('is accepted exactly when the schema accepts it: %s', (_what, schema) => {
    const fits = valueCheck(schema)
    fc.assert(fc.property(values, (value) => fits(value) === passes(schema, value)))
  })
})
