import type { Operation } from './operation.ts'
import type { RequestOptions } from './options.ts'

/** The request of a call. */
export interface Call {
  /** Path and query. */
  readonly target: string
  readonly signal: AbortSignal | undefined
}

/**
 * Reads the arguments of a call: values of the path, then parameters, then options. Throws a `TypeError` for a missing
 * or invalid value of the path.
 */
export function readCall({ path, hasLocale }: Operation, args: readonly unknown[], locale: string | undefined): Call {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const filled = names.reduce((given, name, at) => given.replace(`{${name}}`, () => segment(name, args[at])), path)
  const [params, options] = args.slice(names.length) as [object?, RequestOptions?]
  const isGiven = ([, value]: [string, unknown]) => value !== undefined && value !== null
  const given = Object.fromEntries(Object.entries(params ?? {}).filter(isGiven))
  // A cursor continues a list in the language of the list.
  const byDefault = hasLocale && given.cursor === undefined ? { locale } : {}
  const query = [...pairsOf({ ...byDefault, ...given })].join('&')
  return { target: query === '' ? filled : `${filled}?${query}`, signal: options?.signal }
}

function segment(name: string, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  // URLs cannot contain these as segments: `/items/..` would be another path.
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`${name} must be a text that is neither empty nor dots`)
  return encodeURIComponent(text)
}

function* pairsOf(params: object): Generator<string> {
  for (const [name, value] of Object.entries(params) as [string, unknown][]) {
    if (value === undefined || value === null) continue
    if (typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date))
      yield* pairsOf(Object.fromEntries(Object.entries(value).map(([key, one]) => [`${name}[${key}]`, one as unknown])))
    else yield `${encodeURIComponent(name)}=${encodeURIComponent(textOf(value))}`
  }
}

const textOf = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : Array.isArray(value) ? value.join(',') : String(value)
