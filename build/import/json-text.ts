/** Characters that JSON may escape: quotes, backslashes, control characters and surrogates. */
const escaped = /["\\\u0000-\u001f\ud800-\udfff]/

/** The JSON text of an object's field after a `jsonPrefix`: like `JSON.stringify`, but faster for common values. */
export function jsonField(prefix: string, value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return prefix + String(value)
  if (typeof value === 'string' && !escaped.test(value)) return `${prefix}"${value}"`
  return prefix + JSON.stringify(value)
}

/** The JSON text that precedes the value of a field, with a comma. */
export const jsonPrefix = (name: string): string => `,${JSON.stringify(name)}:`

/** The JSON text of an object, from the concatenated texts of `jsonField`. */
export const jsonObject = (fields: string): string => `{${fields.slice(1)}}`
