/** For each column of a table, the length of its longest cell. */
export const columnWidths = (rows: readonly (readonly string[])[]): number[] =>
  (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))

/** Formats a row of a table with its cells padded to these widths. */
export const alignedRow = (row: readonly string[], widths: readonly number[]): string =>
  row
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join('  ')
    .trimEnd()
