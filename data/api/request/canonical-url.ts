import type { Value } from '../model/values/codecs.ts'
import type { CanonicalRequest } from '../model/endpoint.ts'
import { paramOf } from '../model/values/params.ts'

/** The canonical query of a request, with `changes` applied: sorted by name, without defaults, and pinned to the patch. */
export function canonicalQuery(
  request: CanonicalRequest,
  changes: Readonly<Record<string, Value | undefined>> = {},
): string {
  const { endpoint, patch } = request
  const texts: Record<string, string> = { ...(patch && endpoint.mode.pin(patch)) }
  // Once the patch is pinned or in the path, the parameters by which it was found are redundant.
  const resolved = patch || endpoint.identify ? endpoint.mode.params : {}
  const add = (name: string, value: Value | undefined) => {
    if (value === undefined || name === 'cursor' || Object.hasOwn(resolved, name)) return
    const param = paramOf(endpoint.params, name)
    if (value !== param?.default) texts[name] = param ? param.codec.write(value) : String(value)
  }
  for (const name of Object.keys(request.values)) if (!Object.hasOwn(changes, name)) add(name, request.values[name])
  for (const name of Object.keys(changes)) add(name, changes[name])
  let query = ''
  for (const name of Object.keys(texts).sort())
    query += `${query === '' ? '' : '&'}${encodeName(name)}=${encodeValue(texts[name] as string)}`
  return query
}

/** The canonical path of a request, with encoded path parameters. */
export function canonicalPath({ endpoint, path }: Pick<CanonicalRequest, 'endpoint' | 'path'>): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
}

const isPlain = (given: string) => /^[\w.-]*$/.test(given)

export const encodeName = (name: string) =>
  isPlain(name) ? name : encodeURIComponent(name).replace(/%5[BD]/g, decodeURIComponent)

/** Brackets stay encoded: RFC 3986 does not allow them in a query, and curl interprets them as ranges. */
export const encodeValue = (text: string) =>
  isPlain(text) ? text : encodeURIComponent(text).replace(/%(2F|3A|2C)/g, decodeURIComponent)
