/** What JSON escapes: quotes, backslashes, controls, and perhaps surrogates. */
const escaped = /["\\\u0000-\u001f\ud800-\udfff]/

/** The text of an object's field, after `jsonPrefix` of its name: like `JSON.stringify`, but faster for common values. */
export function jsonField(prefix: string, value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return prefix + String(value)
  if (typeof value === 'string' && !escaped.test(value)) return `${prefix}"${value}"`
  return prefix + JSON.stringify(value)
}

export const jsonPrefix = (name: string): string => `,${JSON.stringify(name)}:`

/** The text of an object that has these fields. */
export const jsonObject = (fields: string): string => `{${fields.slice(1)}}`
