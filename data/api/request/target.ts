import { Problem } from '../model/values/errors.ts'
import type { Pairs } from '../model/values/params.ts'

/** A request target, split and decoded, but not normalized. */
export interface Target {
  /** The path as it was sent. */
  readonly path: string
  readonly segments: readonly string[]
  readonly pairs: Pairs
}

/** Visible ASCII characters that RFC 3986 allows in a path; `%` and `-` are added below. */
const plain = String.raw`\w.~!$&'()*+,;=:@`
/** Further characters in queries, including those that browsers do not escape: brackets, braces, `|`, `^`, `\` and backticks. */
const ofQueries = String.raw`/?[\]{}|^\\` + '`'
const grammar = new RegExp(String.raw`^(?:/(?:[${plain}-]|%[0-9A-Fa-f]{2})+)*/?(?:\?[${plain}${ofQueries}%-]*)?$`)
const inPath = new RegExp(`[${plain}/%-]`)
const inQuery = new RegExp(`[${plain}${ofQueries}%-]`)
/** Longer targets are rejected. */
export const maxTargetLength = 8192

/** Parses the raw target of a request line. Throws `bad_request` unless it has exactly the form `/a/b?c=d`. */
export function parseTarget(raw: string): Target {
  if (raw.length > maxTargetLength || !raw.startsWith('/') || !grammar.test(raw)) throw malformed(whyMalformed(raw))
  const mark = raw.indexOf('?')
  const path = mark === -1 ? raw : raw.slice(0, mark)
  const segments = path.slice(1).split('/').map(decodeSegment)
  return { path, segments, pairs: mark === -1 ? [] : parseQuery(raw.slice(mark + 1)) }
}

/** Explains what is wrong with a target that does not match the grammar. */
function whyMalformed(raw: string): string {
  if (raw.length > maxTargetLength) return `: it has more than ${maxTargetLength} characters`
  if (!raw.startsWith('/')) return ''
  const [path = '', ...query] = raw.split('?')
  const wrong =
    Array.from(path).find((char) => !inPath.test(char)) ??
    Array.from(query.join('?')).find((char) => !inQuery.test(char))
  if (wrong !== undefined)
    return `: the character ${wrong} has to be percent-encoded, as ${encodeURIComponent(wrong.toWellFormed())}`
  return path.includes('//') ? ': the path has slashes with nothing between them' : brokenPercent
}

/** Pairs of names and texts in a query, in order; `+` is a space. Throws `bad_request`. */
export function parseQuery(query: string): Pairs {
  const pairs: [name: string, text: string][] = []
  for (const part of query.split('&')) {
    if (part === '') continue
    const mark = part.indexOf('=')
    if (mark === -1) pairs.push([decodeOfQuery(part), ''])
    else pairs.push([decodeOfQuery(part.slice(0, mark)), decodeOfQuery(part.slice(mark + 1))])
  }
  return pairs
}

const decodeOfQuery = (encoded: string): string =>
  decodeText(encoded.includes('+') ? encoded.replaceAll('+', ' ') : encoded)

function decodeSegment(segment: string): string {
  const decoded = decodeText(segment)
  if (decoded === '.' || decoded === '..' || /[/\\]/.test(decoded))
    throw malformed(': the path has dots or slashes in disguise')
  return decoded
}

function decodeText(encoded: string): string {
  if (!encoded.includes('%')) return encoded
  let decoded: string
  try {
    decoded = decodeURIComponent(encoded)
  } catch {
    throw malformed(brokenPercent)
  }
  if (!/[\u0000-\u001f\u007f]/.test(decoded)) return decoded
  throw malformed(': it has a control character, such as a line end')
}

const brokenPercent = ': a percent sign is not followed by the hexadecimal digits of UTF-8 text'

const malformed = (why: string) => new Problem('bad_request', `The request target is malformed${why}.`)
