import type { ZodType } from 'zod'
import type { Column } from '../../data/api/model/columns.ts'
import type { Resource } from '../../data/api/model/resource.ts'
import type { ColumnCounts } from '../../data/store/catalog/catalog-writer.ts'
import { jsonPrefix } from './json-text.ts'
import { valueCheck, type ValueCheck } from './value-check.ts'

/** Fields that are derived at import or in answers, so that no bundle may have them, whatever the resource. */
const derivedNames = new Set([
  'cursor',
  'patch_id',
  'patch_version',
  'icon_url',
  'portrait_url',
  'model_url',
  'imported_at',
  'is_current',
  'changelog_url',
  'probability',
])

/** A field of rows: a declared column, or an undeclared one. */
export interface Field {
  readonly name: string
  /** Undefined for an undeclared column. */
  readonly column: Column | undefined
  readonly prefix: string
  /** Its index in a row; undeclared columns come last, by name. */
  readonly place: number
  /** Its index among the search columns; -1 if it is not one of them. */
  readonly searchAt: number
  /** The value is stored unchanged in the row's text. */
  readonly isPlain: boolean
  readonly counts: ColumnCounts[string]
  /** Schema of the values of an undeclared column that belongs to a family, and the compiled check of it. */
  readonly schema?: ZodType
  readonly check?: ValueCheck
  /** The validation error for a column that bundles must not have. */
  readonly rejection?: { readonly expected: string; readonly got?: string }
}

const takenField = { expected: 'another name: answers show rows of another resource under this one' }
const derivedField = { expected: 'no such field: it is derived at import' }

/** The field of a declared column; `place` is its index in the row, `searchAt` that among the search columns. */
export function declaredField(name: string, column: Column, place: number, searchAt: number): Field {
  const { asset, derived, detail } = column
  return {
    ...{ name, column, place, searchAt: derived ? -1 : searchAt, prefix: jsonPrefix(name), counts: [0, 0] },
    isPlain: !asset && !derived && !detail,
    ...(derived && derived !== 'captured_at' && { rejection: derivedField }),
  }
}

/** Maximum number of undeclared columns of a resource: a table of the SQLite file of a patch has at most 2,000 columns. */
export const maxUndeclaredColumns = 1500

interface UndeclaredColumn {
  readonly name: string
  /** The schema of its family of columns, if it belongs to one. */
  readonly schema: ZodType | undefined
  readonly place: number
  /** How many undeclared columns there are, with this one. */
  readonly nth: number
}

/** The field of an undeclared column. Its check is compiled once, because many rows have the same columns. */
export function undeclaredField(
  resource: Pick<Resource, 'parts' | 'reserved'>,
  { name, schema, place, nth }: UndeclaredColumn,
): Field {
  const rejection = undeclaredRejection(resource, name, nth)
  return {
    ...{ name, column: undefined, prefix: jsonPrefix(name), place, searchAt: -1, isPlain: true, counts: [0, 0] },
    ...(schema && { schema, check: valueCheck(schema) }),
    ...(rejection && { rejection }),
  }
}

function undeclaredRejection(
  { parts = {}, reserved = [] }: Pick<Resource, 'parts' | 'reserved'>,
  name: string,
  nth: number,
): Field['rejection'] {
  if (Object.hasOwn(parts, name) || reserved.includes(name)) return takenField
  if (derivedNames.has(name)) return derivedField
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) return { expected: 'a column name of letters, digits and _', got: name }
  if (nth > maxUndeclaredColumns)
    return { expected: `at most ${maxUndeclaredColumns} undeclared columns in a resource`, got: name }
  return undefined
}

/** Compares fields by index, then by name. */
export const compareFields = (one: Field, other: Field): number =>
  one.place - other.place || (one.name < other.name ? -1 : 1)
