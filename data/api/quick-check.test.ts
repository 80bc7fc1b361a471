import fc from 'fast-check'
import { describe, it } from 'vitest'
import { z } from 'zod'
import { quickCheck } from './quick-check.ts'
import { bundleRowCheck, bundleRowSchema, wildcardSchema } from './schemas.ts'
import { api } from './table.ts'
import { bundleRows, bundleValues as values } from './test-bundle-rows.ts'

const passes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

describe.each([...api.resources.values()])('a line of $name', (resource) => {
  const columns = Object.entries(resource.columns)
  const schema = bundleRowSchema(resource)
  const check = bundleRowCheck(resource)

  it.each(columns)('is told by its %s as the schema tells it', (_name, column) => {
    const quick = quickCheck(column.schema)
    fc.assert(fc.property(values, (value) => quick(value) === passes(column.schema, value)))
  })

  it('passes when it passes the schema, and only then', () => {
    const rows = bundleRows(resource)
    fc.assert(fc.property(rows, (row) => check(row) === passes(schema, row)))
  })

  it('is told by a column of a family as the schema tells it', () => {
    for (const [family] of columns.filter(([name]) => name.endsWith('*'))) {
      const one = wildcardSchema(resource.columns)(family.replace('*', 'x'))
      if (!one) throw new Error(`${family} has no schema`)
      const quick = quickCheck(one)
      fc.assert(fc.property(values, (value) => quick(value) === passes(one, value)))
    }
  })
})

describe('a schema that is more than a plain kind', () => {
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
    ['a refined string', z.string().refine((text) => text !== 'a')],
    ['a converted flag', z.coerce.boolean()],
    ['one of several', z.union([z.string(), z.int()])],
    ['what may be missing', z.string().nullish()],
  ])('is asked itself: %s', (_what, schema) => {
    const quick = quickCheck(schema)
    fc.assert(fc.property(fc.option(values, { nil: undefined }), (value) => quick(value) === passes(schema, value)))
  })
})
