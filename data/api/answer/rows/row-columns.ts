import type { Column, Columns } from '../../model/columns.ts'
import { displayedName } from '../../model/schemas.ts'

/** What the columns of a resource change in the stored text of its rows. */
export interface RowColumns {
  /** Derived columns, and those shown as the address of an asset: by the name in the row's detail and by the one that is shown. */
  readonly added: readonly (readonly [name: string, shown: string, column: Column])[]
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
      .map(([name, column]) => [name, displayedName(name, column), column] as const),
    localizable: all.filter(([, { localizable }]) => localizable).map(([name]) => name),
  }
  found.set(columns, made)
  return made
}
