/** CSV as in RFC 4180, safe to open in a spreadsheet. */

const lineEnd = '\r\n'
/** What a spreadsheet would run as a formula, full-width characters too, or strip before looking for one. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/
const special = /[",\r\n]/

/** A line of values: what is absent is empty, lists and objects are JSON text, text that looks like a formula begins with `'`. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cellOf).join(',')}${lineEnd}`

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return quoted(JSON.stringify(value))
  return typeof value === 'string' ? quoted(formula.test(value) ? `'${value}` : value) : String(value)
}

const quoted = (text: string) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
