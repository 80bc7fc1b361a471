// Parameters of live lists, each with the condition that it stands for (spec 4.11, 4.12).
import * as codecs from '../codecs.ts'
import type { Value } from '../codecs.ts'
import type { Param, Params, Values } from '../params.ts'
import { canonicalId, tagOf } from '../raw-key.ts'
import type { Term } from './live-store.ts'

export interface LiveFilter {
  readonly params: Params
  terms(values: Values): Term[]
}

const filter = (
  name: string,
  param: Param,
  column: string,
  is: Term['is'],
  valueOf = (given: Value): Value => given,
) => ({
  params: { [name]: param },
  terms: (values: Values): Term[] => {
    const given = values[name]
    return given === undefined ? [] : [{ column, is, value: valueOf(given) }]
  },
})

export const exactText = (name: string): LiveFilter =>
  filter(name, { codec: codecs.text(), summary: `Exact \`${name}\`.` }, name, 'equal')
/** An id or a raw upstream key. */
export const exactId = (name: string, column = name): LiveFilter =>
  filter(
    name,
    { codec: codecs.text(), summary: `Exact \`${column}\`: an id or a raw upstream key.` },
    column,
    'equal',
    (given) => canonicalId(String(given)),
  )
/** A tag, an id or a raw key. */
export const exactTag = (name: string): LiveFilter =>
  filter(
    name,
    { codec: codecs.text(), summary: `Exact \`${name}\`: a tag, an id or a raw key.` },
    name,
    'equal',
    (given) => tagOf(String(given)),
  )
export const exactInteger = (name: string): LiveFilter =>
  filter(name, { codec: codecs.integer(), summary: `Exact \`${name}\`.` }, name, 'equal')
export const exactFlag = (name: string): LiveFilter =>
  filter(name, { codec: codecs.flag(), summary: `Only rows whose \`${name}\` is this.` }, name, 'equal')

/** `min_X` and `max_X`, inclusive. */
export function bounds(column: string, codec = codecs.integer()): LiveFilter {
  const least = filter(`min_${column}`, { codec, summary: `Least \`${column}\`, inclusive.` }, column, 'atLeast')
  const most = filter(`max_${column}`, { codec, summary: `Greatest \`${column}\`, inclusive.` }, column, 'atMost')
  return both(least, most)
}

/** `from`, inclusive, and `to`, exclusive. */
export function within(column: string): LiveFilter {
  const milliseconds = (given: Value) => Date.parse(String(given))
  const from = { codec: codecs.instant(), summary: `From this \`${column}\` on, ISO 8601.` }
  const to = { codec: codecs.instant(), summary: `Before this \`${column}\`, ISO 8601.` }
  return both(filter('from', from, column, 'atLeast', milliseconds), filter('to', to, column, 'below', milliseconds))
}

/** Found anywhere in the text, whatever the case. */
export const containing = (name: string, column: string): LiveFilter =>
  filter(
    name,
    { codec: codecs.text(), summary: `Part of \`${column}\`, whatever the case; every character is literal.` },
    column,
    'containing',
  )

const both = (a: LiveFilter, b: LiveFilter): LiveFilter => ({
  params: { ...a.params, ...b.params },
  terms: (values) => [...a.terms(values), ...b.terms(values)],
})

export const paramsOf = (filters: readonly LiveFilter[]): Params =>
  Object.assign({}, ...filters.map(({ params }) => params)) as Params

export const termsOf = (filters: readonly LiveFilter[], values: Values): Term[] =>
  filters.flatMap((one) => one.terms(values))
