// CSV according to RFC 4180, safe to open in a spreadsheet.

const lineEnd = '\r\n'
/** Characters that start a formula in a spreadsheet, including full-width ones, or that it strips before it looks for a formula. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/
const special = /[",\r\n]/

/** A CSV line: absent values are empty, lists and objects are JSON text, and texts that look like a formula are prefixed with `'`. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cellOf).join(',')}${lineEnd}`

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return quoted(JSON.stringify(value))
  return typeof value === 'string' ? quoted(formula.test(value) ? `'${value}` : value) : String(value)
}

const quoted = (text: string) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
