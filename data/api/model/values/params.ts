import { distance } from 'fastest-levenshtein'
import { ParseError, type Codec, type Value } from './codecs.ts'
import { withCommas } from './list-codecs.ts'
import { maxToldNames, type ParameterError } from './errors.ts'
import { own } from './own.ts'

/** One query parameter of an endpoint. */
export interface Param {
  readonly codec: Codec
  readonly summary: string
  readonly default?: Value
  readonly required?: true
  /** Only the catalog can tell whether the named thing exists. */
  readonly checked?: true
  /** Chooses the media type of the answer; where that must be JSON it is left out. */
  readonly isMedia?: true
}

/** By name. `primary[*]` is a family: it matches every `primary[<name>]`. */
export type Params = Readonly<Record<string, Param>>
export type Values = Readonly<Record<string, Value | undefined>>
export type Pairs = readonly (readonly [name: string, text: string])[]

export interface ReadParams {
  values: Record<string, Value | undefined>
  /** Names that the request itself contains, without defaults. */
  given: Set<string>
  errors: ParameterError[]
  /** Unknown names of a lenient request, each once. */
  ignored: string[]
  /** Those of any other request: validation errors. */
  unknown: string[]
}

const isFamily = (name: string) => name.endsWith('[*]')

/** The parameter of that name, or the family that the name is a member of. */
export function paramOf(params: Params, name: string): Param | undefined {
  const declared = name.endsWith(']') ? name.replace(/^([a-z_]+)\[[a-z0-9_]{1,64}\]$/, '$1[*]') : name
  return Object.hasOwn(params, declared) && !isFamily(name) ? params[declared] : undefined
}

/** The given members of `<family>[*]` by the name in the brackets, in the order of names. */
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

/** Reads name and text pairs against the table; collects every validation error, throws none. `hints` say which name to use instead. */
export function readParams(params: Params, pairs: Pairs, options: ReadOptions = {}): ReadParams {
  const read: ReadParams = { values: {}, given: new Set(), errors: [], ignored: [], unknown: [] }
  for (const [name, text] of pairs) readPair(params, name, text, read, options)
  read.errors.push(...untoldParameters(read.unknown))
  // A cursor contains the parameters of the request that it continues.
  const isContinued = Object.hasOwn(params, 'cursor') && read.given.has('cursor')
  for (const [name, param] of unlessGiven(params)) {
    if (read.given.has(name)) continue
    if (param.required && !isContinued) read.errors.push(missing(name, param))
    if (param.default !== undefined) read.values[name] = param.default
  }
  return read
}

const unlessGivenOf = new WeakMap<Params, readonly (readonly [name: string, param: Param])[]>()

/** Parameters that are required or have a default. Found once for each list: five of its 60 parameters. */
function unlessGiven(params: Params): readonly (readonly [name: string, param: Param])[] {
  const known = unlessGivenOf.get(params)
  if (known) return known
  const found = Object.entries(params).filter(
    ([name, { required, default: byDefault }]) => !isFamily(name) && (required === true || byDefault !== undefined),
  )
  unlessGivenOf.set(params, found)
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
        ...(param.codec.several && { allowed: withCommas }),
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
  const hint = own(hints, name)
  if (hint) read.errors.push(misplacedParameter(name, hint))
  else if (lenient) read.ignored.push(name)
  else if (read.unknown.push(name) <= maxToldNames) read.errors.push(unknownParameter(name, Object.keys(params)))
}

/** The validation error of a missing required parameter, with its allowed values. */
function missing(name: string, { codec }: Param): ParameterError {
  const empty = codec.read('')
  const allowed = empty instanceof ParseError ? empty.allowed : undefined
  return { parameter: name, message: 'is required', ...(allowed && { allowed }) }
}

const inShort = (name: string) => (name.length > 60 ? `${name.slice(0, 60)}...` : name)

const misplacedParameter = (name: string, hint: string): ParameterError => ({
  parameter: name,
  message: `does not go with this endpoint: use ${hint}`,
  did_you_mean: hint,
})

/** One validation error for all unknown names beyond the first. */
function untoldParameters(unknown: readonly string[]): ParameterError[] {
  const [name, ...others] = unknown.slice(maxToldNames)
  if (name === undefined) return []
  const message = 'is not a parameter of this endpoint'
  return [{ parameter: inShort(name), message: `${message}${andOthers(others.length, 'is', 'are')}` }]
}

/** `, nor are 20 others` */
export function andOthers(count: number, verb: string, verbOfSeveral: string): string {
  if (count === 0) return ''
  return count === 1 ? `, nor ${verb} 1 other` : `, nor ${verbOfSeveral} ${count} others`
}

function unknownParameter(name: string, known: readonly string[]): ParameterError {
  const parameter = inShort(name)
  const [, family, member = ''] = /^([^[\]]*)\[(.*)\]$/.exec(name) ?? []
  if (family !== undefined && known.includes(`${family}[*]`))
    return { parameter, message: `names nothing: expected ${family}[<name>] with a name of a-z, 0-9 and _` }
  const near = nearest(family === undefined ? name : `${family}[*]`, known)?.replace('*', () => member || '<name>')
  return { parameter, message: 'is not a parameter of this endpoint', ...(near && { did_you_mean: near }) }
}

/** The closest of `known` if it is likely a typo: an edit distance of at most a third of the length. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > 60) return undefined
  const ranked = known
    .map((candidate) => ({ candidate, edits: distance(name, candidate) }))
    .filter(({ candidate, edits }) => edits <= Math.max(name.length, candidate.length) / 3)
    .sort((a, b) => a.edits - b.edits)
  return ranked[0]?.candidate
}
