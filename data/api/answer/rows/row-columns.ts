import type { Columns, Derived } from '../../model/columns.ts'
import { displayedName } from '../../model/schemas.ts'

/** A column that answers add to the stored text of a row: a derived column, or the URL of an asset. */
export interface AddedColumn {
  /** Name of the declared column. */
  readonly name: string
  readonly displayedName: string
  readonly derived: Derived | undefined
  /** JSON text that precedes the value. */
  readonly prefix: string
}

/** The columns of a resource for which answers differ from the stored text of rows. */
interface RowColumns {
  readonly added: readonly AddedColumn[]
  readonly localizable: readonly string[]
}

const rowColumnsCache = new WeakMap<Columns, RowColumns>()

/** Finds the columns for which answers differ from stored rows; computed once per resource. */
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
