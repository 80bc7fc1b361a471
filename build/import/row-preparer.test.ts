import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Resource } from '../../data/api/model/resource.ts'
import { isImported } from '../../data/api/model/resource.ts'
import { bundleRowSchema } from '../../data/api/model/schemas.ts'
import { api } from '../../data/api/table.ts'
import { bundleRows } from '../../data/api/test/test-bundle-rows.ts'
import { ValidationErrors } from './validation-errors.ts'
import { RowPreparer } from './row-preparer.ts'

const withoutAssets = (row: Record<string, unknown>, { columns }: Resource) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !columns[name]?.asset && !isDerived(columns, name)))
const isDerived = (columns: Resource['columns'], name: string) => columns[name]?.derived !== undefined

/** The columns of a part of the row: declared ones in the order of the schema, then the others by name. */
function expected(row: Record<string, unknown>, { columns }: Resource, detail: boolean): string | null {
  const declared = Object.keys(columns).filter((name) => (columns[name]?.detail ?? false) === detail)
  const others = Object.keys(row).filter((name) => !Object.hasOwn(columns, name))
  const names = detail ? declared : [...declared, ...others.sort()]
  const present = names.filter((name) => row[name] !== undefined && row[name] !== null)
  return detail && present.length === 0
    ? null
    : JSON.stringify(Object.fromEntries(present.map((name) => [name, row[name]])))
}

describe.each([...api.resources.values()].filter(isImported))('a line of $name', (resource) => {
  it('becomes the texts that JSON.stringify makes of its columns in schema order, or validation errors', () => {
    const others = fc.dictionary(fc.stringMatching(/^odd_[a-z]{1,3}$/), fc.jsonValue(), { noNullPrototype: true })
    const rows = fc.tuple(bundleRows(resource), others)
    fc.assert(
      fc.property(rows, ([declared, odd]) => {
        const line = JSON.stringify({ ...odd, ...withoutAssets(declared, resource) })
        const row = JSON.parse(line) as Record<string, unknown>
        const errors = new ValidationErrors()
        const prepared = new RowPreparer({ resource, errors, assetOf: () => undefined }).prepare(line, 1)
        const valid = bundleRowSchema(resource).safeParse(row).success
        expect(prepared === undefined).toBe(!valid)
        expect(errors.count > 0).toBe(!valid)
        if (!prepared) return
        expect(prepared.text).toBe(expected(row, resource, false))
        expect(prepared.detail).toBe(expected(row, resource, true))
      }),
    )
  })
})
