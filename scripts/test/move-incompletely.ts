// Negative control of `npm run move`: the same command, except that it leaves out a message of the trade channel and
// reports all rows as copied.
import { SourceFile } from '../../data/store/move/source-file.ts'

type RowsAfter = (this: SourceFile, ...args: Parameters<SourceFile['rowsAfter']>) => ReturnType<SourceFile['rowsAfter']>

const prototype = SourceFile.prototype as { rowsAfter: RowsAfter }
const { rowsAfter } = prototype
prototype.rowsAfter = function (table, ...range) {
  const rows = rowsAfter.call(this, table, ...range)
  return table.name === 'trades' ? rows.slice(0, -1) : rows
}
await import('../move.ts')
