import type { CanonicalRequest } from '../../data/api/model/endpoint.ts'
import { ParseError } from '../../data/api/model/values/codecs.ts'
import { paramOf, type Param } from '../../data/api/model/values/params.ts'
import { encodeName, encodeValue } from '../../data/api/request/canonical-url.ts'
import type { Target } from '../../data/api/request/target.ts'

/**
 * Returns the canonical target of all requests with the same answer: its parameters are sorted and encoded in one way,
 * without defaults. It is built from the parsed request, never from raw text, so two requests share an answer only if
 * they mean the same.
 */
export function sharedTarget({ endpoint }: CanonicalRequest, { segments, pairs }: Target): string {
  const path = `/${segments.map(encodeURIComponent).join('/')}`
  const hasCursor = pairs.some(([name]) => name === 'cursor')
  const query = pairs
    .map(([name, text]) => ({ name, ...canonical(paramOf(endpoint.params, name), text) }))
    .filter(({ isDefault }) => hasCursor || !isDefault)
    .map(({ name, text }) => `${encodeName(name)}=${encodeValue(text)}`)
    .sort()
    .join('&')
  return query === '' ? path : `${path}?${query}`
}

/** Decodes and encodes a value with its codec: `epic,rare` and `rare,epic,rare` become the same text. */
function canonical(param: Param | undefined, text: string): { readonly text: string; readonly isDefault: boolean } {
  const value = param?.codec.read(text)
  if (!param || value === undefined || value instanceof ParseError) return { text, isDefault: false }
  return { text: param.codec.write(value), isDefault: value === param.default }
}

/**
 * Returns `Netlify-Vary` of a shared answer: the endpoint's own parameters, and the headers that make a request
 * private.
 */
export function netlifyVary({ endpoint }: CanonicalRequest): string {
  const names = Object.keys(endpoint.params)
  const query = names.length > 0 && !names.some((name) => name.endsWith('[*]')) ? `query=${names.join('|')}` : 'query'
  return `${query},header=X-Api-Key|Prefer`
}
