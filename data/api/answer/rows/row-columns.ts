import type { Columns, Derived } from '../../model/columns.ts'
import { displayedName } from '../../model/schemas.ts'

/** A derived column, or one that is shown as the address of an asset. */
export interface AddedColumn {
  /** In the row's detail. */
  readonly name: string
  readonly displayedName: string
  readonly derived: Derived | undefined
  /** What stands before its value where it is added to the JSON text of a row. */
  readonly prefix: string
}

/** What the columns of a resource change in the stored text of its rows. */
interface RowColumns {
  readonly added: readonly AddedColumn[]
  readonly localizable: readonly string[]
}

const rowColumnsCache = new WeakMap<Columns, RowColumns>()

/** Computed once for each resource: a page has 25 rows, a resource up to a hundred columns, few of which are derived. */
export function rowColumns(columns: Columns): RowColumns {
  const known = rowColumnsCache.get(columns)
  if (known) return known
  const all = Object.entries(columns)
  const made = {
    added: all
      .filter(([, { derived, asset }]) => derived !== undefined || asset?.displayed === 'bytes')
      .map(([name, column]) => {
        const displayed = displayedName(name, column)
        return { name, displayedName: displayed, derived: column.derived, prefix: `,${JSON.stringify(displayed)}:` }
      }),
    localizable: all.filter(([, { localizable }]) => localizable).map(([name]) => name),
  }
  rowColumnsCache.set(columns, made)
  return made
}
