import type { CanonicalRequest } from '../../data/api/model/endpoint.ts'
import { ParseError } from '../../data/api/model/values/codecs.ts'
import { paramOf, type Param } from '../../data/api/model/values/params.ts'
import type { Target } from '../../data/api/request/target.ts'

/**
 * The one target for all requests that are answered alike: parameters sorted, defaults dropped, all encoded one way. Made from
 * what was read, never from raw text, so that two requests share an answer only when they mean the same.
 */
export function sharedTarget({ endpoint }: CanonicalRequest, { segments, pairs }: Target): string {
  const path = `/${segments.map(encodeURIComponent).join('/')}`
  const hasCursor = pairs.some(([name]) => name === 'cursor')
  const query = pairs
    .filter(([name, text]) => hasCursor || !isDefault(paramOf(endpoint.params, name), text))
    .map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(canonicalText(endpoint, name, text))}`)
    .sort()
    .join('&')
  return query === '' ? path : `${path}?${query}`
}

/** As the codec writes what it reads: `epic,rare` and `rare,epic,rare` are one. */
function canonicalText(endpoint: CanonicalRequest['endpoint'], name: string, text: string): string {
  const codec = paramOf(endpoint.params, name)?.codec
  const value = codec?.read(text)
  return codec === undefined || value === undefined || value instanceof ParseError ? text : codec.write(value)
}

const isDefault = (param: Param | undefined, text: string) =>
  param?.default !== undefined && param.codec.read(text) === param.default

/** `Netlify-Vary` of a shared answer: the endpoint's own parameters, and what makes a request private. */
export function netlifyVary({ endpoint }: CanonicalRequest): string {
  const names = Object.keys(endpoint.params)
  const query = names.length > 0 && !names.some((name) => name.endsWith('[*]')) ? `query=${names.join('|')}` : 'query'
  return `${query},header=X-Api-Key|Prefer`
}
