import type { Columns, Derived } from '../../model/columns.ts'
import { displayedName } from '../../model/schemas.ts'

/** A derived column, or one that is shown as the address of an asset. */
export interface AddedColumn {
  /** In the row's detail. */
  readonly name: string
  readonly shown: string
  readonly derived: Derived | undefined
  /** What stands before its value where it is added to the JSON text of a row. */
  readonly start: string
}

/** What the columns of a resource change in the stored text of its rows. */
interface RowColumns {
  readonly added: readonly AddedColumn[]
  readonly localizable: readonly string[]
}

const found = new WeakMap<Columns, RowColumns>()

/** Computed once for each resource: a page has 25 rows, a resource up to a hundred columns, few of which are derived. */
export function rowColumns(columns: Columns): RowColumns {
  const known = found.get(columns)
  if (known) return known
  const all = Object.entries(columns)
  const made = {
    added: all
      .filter(([, { derived, asset }]) => derived !== undefined || asset?.displayed === 'bytes')
      .map(([name, column]) => {
        const shown = displayedName(name, column)
        return { name, shown, derived: column.derived, start: `,${JSON.stringify(shown)}:` }
      }),
    localizable: all.filter(([, { localizable }]) => localizable).map(([name]) => name),
  }
  found.set(columns, made)
  return made
}
