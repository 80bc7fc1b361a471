import { distance } from 'fastest-levenshtein'
import { ParseError, type Codec, type Value } from './codecs.ts'
import { commaListHint } from './list-codecs.ts'
import { maxReportedNames, type ParameterError } from './errors.ts'
import { ownProperty } from './own-property.ts'

/** One query parameter of an endpoint. */
export interface Param {
  readonly codec: Codec
  readonly summary: string
  readonly default?: Value
  readonly required?: true
  /** Only the catalog can tell whether the value exists. */
  readonly checked?: true
  /** Chooses the media type of the answer; callers that need JSON leave it out. */
  readonly isMedia?: true
}

/** Parameters by name. `primary[*]` is a family, which matches every `primary[<name>]`. */
export type Params = Readonly<Record<string, Param>>
export type Values = Readonly<Record<string, Value | undefined>>
export type Pairs = readonly (readonly [name: string, text: string])[]

/** The result of `readParams`. */
export interface ReadParams {
  /** Decoded values, including defaults. */
  values: Record<string, Value | undefined>
  /** Names that the request contains. */
  given: Set<string>
  errors: ParameterError[]
  /** Distinct unknown names, if the request is lenient. */
  ignored: string[]
  /** Distinct unknown names, if it is not; each is a validation error. */
  unknown: string[]
}

const isFamily = (name: string) => name.endsWith('[*]')

/** The parameter with this name, or the family that the name belongs to; undefined if there is none. */
export function paramOf(params: Params, name: string): Param | undefined {
  const declared = name.endsWith(']') ? name.replace(/^([a-z_]+)\[[a-z0-9_]{1,64}\]$/, '$1[*]') : name
  return Object.hasOwn(params, declared) && !isFamily(name) ? params[declared] : undefined
}

/** The values of the parameters `<family>[<name>]` by name, sorted. */
export function membersOf(values: Values, family: string): ReadonlyMap<string, Value> {
  const members = Object.entries(values).flatMap(([name, value]): [string, Value][] =>
    value !== undefined && name.startsWith(`${family}[`) ? [[name.slice(family.length + 1, -1), value]] : [],
  )
  return new Map(members.sort(([a], [b]) => (a < b ? -1 : 1)))
}

interface ReadOptions {
  readonly lenient?: boolean
  readonly hints?: Readonly<Record<string, string>>
}

/**
 * Decodes the pairs of a query. Collects all validation errors instead of throwing. `hints` maps parameters of other
 * endpoints to those to use instead.
 */
export function readParams(params: Params, pairs: Pairs, options: ReadOptions = {}): ReadParams {
  const read: ReadParams = { values: {}, given: new Set(), errors: [], ignored: [], unknown: [] }
  for (const [name, text] of pairs) readPair(params, name, text, read, options)
  read.errors.push(...unreportedParameters(read.unknown))
  // A cursor contains the parameters of the request that it continues.
  const isContinued = Object.hasOwn(params, 'cursor') && read.given.has('cursor')
  for (const [name, param] of paramsToComplete(params)) {
    if (read.given.has(name)) continue
    if (param.required && !isContinued) read.errors.push(missingParameter(name, param))
    if (param.default !== undefined) read.values[name] = param.default
  }
  return read
}

const paramsToCompleteCache = new WeakMap<Params, readonly (readonly [name: string, param: Param])[]>()

/** Parameters that are required or have a default; computed once per endpoint, because lists have some five among 60. */
function paramsToComplete(params: Params): readonly (readonly [name: string, param: Param])[] {
  const known = paramsToCompleteCache.get(params)
  if (known) return known
  const found = Object.entries(params).filter(
    ([name, { required, default: byDefault }]) => !isFamily(name) && (required === true || byDefault !== undefined),
  )
  paramsToCompleteCache.set(params, found)
  return found
}

function readPair(params: Params, name: string, text: string, read: ReadParams, options: ReadOptions): void {
  const param = paramOf(params, name)
  if (!param) {
    if (!read.given.has(name)) readUnknown(params, name, read, options)
    return
  }
  if (read.given.has(name)) {
    if (!read.errors.some((error) => error.parameter === name && error.message === 'is given twice'))
      read.errors.push({
        parameter: name,
        message: 'is given twice',
        ...(param.codec.isList && { allowed: commaListHint }),
      })
    return
  }
  read.given.add(name)
  const value = param.codec.read(text)
  if (value instanceof ParseError)
    read.errors.push({ parameter: name, message: value.message, ...(value.allowed && { allowed: value.allowed }) })
  else read.values[name] = value
}

function readUnknown(params: Params, name: string, read: ReadParams, { lenient, hints }: ReadOptions): void {
  read.given.add(name)
  const hint = ownProperty(hints, name)
  if (hint) read.errors.push(misplacedParameter(name, hint))
  else if (lenient) read.ignored.push(name)
  else if (read.unknown.push(name) <= maxReportedNames) read.errors.push(unknownParameter(name, Object.keys(params)))
}

/** The validation error for a missing required parameter, with its allowed values. */
function missingParameter(name: string, { codec }: Param): ParameterError {
  const empty = codec.read('')
  const allowed = empty instanceof ParseError ? empty.allowed : undefined
  return { parameter: name, message: 'is required', ...(allowed && { allowed }) }
}

const shortenName = (name: string) => (name.length > 60 ? `${name.slice(0, 60)}...` : name)

const misplacedParameter = (name: string, hint: string): ParameterError => ({
  parameter: name,
  message: `does not go with this endpoint: use ${hint}`,
  did_you_mean: hint,
})

/** A single validation error for the unknown names beyond `maxReportedNames`. */
function unreportedParameters(unknown: readonly string[]): ParameterError[] {
  const [name, ...others] = unknown.slice(maxReportedNames)
  if (name === undefined) return []
  const message = 'is not a parameter of this endpoint'
  return [{ parameter: shortenName(name), message: `${message}${norOthers(others.length, 'is', 'are')}` }]
}

/** The end of a message about several names, such as `, nor are 20 others`; empty for a count of 0. */
export function norOthers(count: number, verb: string, verbOfSeveral: string): string {
  if (count === 0) return ''
  return count === 1 ? `, nor ${verb} 1 other` : `, nor ${verbOfSeveral} ${count} others`
}

function unknownParameter(name: string, known: readonly string[]): ParameterError {
  const parameter = shortenName(name)
  const [, family, member = ''] = /^([^[\]]*)\[(.*)\]$/.exec(name) ?? []
  if (family !== undefined && known.includes(`${family}[*]`))
    return { parameter, message: `names nothing: expected ${family}[<name>] with a name of a-z, 0-9 and _` }
  const near = nearest(family === undefined ? name : `${family}[*]`, known)?.replace('*', () => member || '<name>')
  return { parameter, message: 'is not a parameter of this endpoint', ...(near && { did_you_mean: near }) }
}

/** The closest known name if `name` is likely a typo of it: an edit distance of at most a third of the length. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > 60) return undefined
  const ranked = known
    .map((candidate) => ({ candidate, edits: distance(name, candidate) }))
    .filter(({ candidate, edits }) => edits <= Math.max(name.length, candidate.length) / 3)
    .sort((a, b) => a.edits - b.edits)
  return ranked[0]?.candidate
}
