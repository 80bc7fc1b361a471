import { integer } from '../model/values/codecs.ts'
import type { Endpoint } from '../model/endpoint.ts'
import { Problem } from '../model/values/errors.ts'
import { readParams, type Pairs, type ReadParams, type Values } from '../model/values/params.ts'
import type { PatchIndex } from '../model/patches.ts'
import { parseTarget } from './target.ts'

const after = { after: { codec: integer(), summary: 'Rows passed.' } }

/** The token in `next` of a cursor list: the canonical query of the next page in URL-safe base64. */
export const cursorToken = (query: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(query)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

function queryOf(token: string): string {
  const bytes = Uint8Array.from(atob(token.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** The query that a cursor contains. Cursors of page lists are URLs, those of cursor lists tokens. Throws if it is malformed. */
function pairsOf(endpoint: Endpoint, cursor: string): Pairs {
  if (!cursor.startsWith('/')) return parseTarget(`/?${queryOf(cursor)}`).pairs
  const target = parseTarget(cursor)
  if (target.path !== endpoint.path) throw new Problem('bad_request', 'It belongs to another list.')
  return target.pairs
}

const errorAt = (parameter: string, message: string) => ({ parameter, message })

/**
 * Returns the values in the request's cursor: filters, order, patch and page; undefined if there is none. Cursor lists
 * accept another `limit` next to it; any other parameter that differs is added to `read` as a validation error.
 */
export function openCursor(
  endpoint: Endpoint,
  read: ReadParams,
  patches: PatchIndex,
): ReadParams['values'] | undefined {
  const { cursor } = read.values
  if (cursor === undefined) return undefined
  const carried = decodeCursor(endpoint, String(cursor))
  if (!carried) {
    read.errors.push(errorAt('cursor', "is not a cursor of this list: send a previous answer's `next` as it is"))
    return undefined
  }
  for (const name of read.given) {
    if (name === 'cursor' || read.values[name] === undefined) continue
    if (name === 'limit' && endpoint.envelope?.of(carried).kind === 'cursor') carried.limit = read.values.limit
    else if (!agreesWithCursor(endpoint, name, read.values, carried, patches))
      read.errors.push(
        errorAt(name, 'differs from the cursor, which carries filters, order, patch and page: leave it out'),
      )
  }
  return carried
}

function decodeCursor(endpoint: Endpoint, cursor: string): ReadParams['values'] | undefined {
  try {
    const params = endpoint.envelope?.kind === 'cursor' ? { ...endpoint.params, ...after } : endpoint.params
    const carried = readParams(params, pairsOf(endpoint, cursor))
    return carried.errors.length === 0 && carried.values.cursor === undefined ? carried.values : undefined
  } catch {
    return undefined
  }
}

function agreesWithCursor(
  endpoint: Endpoint,
  name: string,
  given: Values,
  carried: Values,
  patches: PatchIndex,
): boolean {
  if (given[name] === carried[name]) return true
  if (!Object.hasOwn(endpoint.mode.params, name)) return false
  try {
    const { mode } = endpoint
    if (mode.canonical) return mode.canonical({ ...carried, [name]: given[name] }, patches)[name] === carried[name]
    return mode.resolve(given, patches)?.id === mode.resolve(carried, patches)?.id
  } catch (problem) {
    if (problem instanceof Problem) return false
    throw problem
  }
}
