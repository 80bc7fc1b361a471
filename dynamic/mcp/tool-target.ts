import { canonicalPath } from '../../data/api/request/canonical-url.ts'
import { invalidParameters, type ParameterError } from '../../data/api/model/values/errors.ts'
import { nearest } from '../../data/api/model/values/params.ts'
import type { Endpoint } from '../../data/api/model/endpoint.ts'
import { isByResource, pathNames, type ApiTool, type ToolRoute } from './tools.ts'

const maxTextLength = 4000

/** Returns the request target of a tool call. Throws `invalid_parameter` if its arguments do not yield one. */
export function toolTarget(tool: ApiTool, args: Readonly<Record<string, unknown>>): string {
  const texts = readTexts(args)
  const isGiven = (name: string) => texts.has(name)
  const route = tool.routes.find(
    ({ whenGiven, unlessGiven }) => (whenGiven?.some(isGiven) ?? true) && !unlessGiven?.some(isGiven),
  )
  if (!route) throw missing(tool.routes.flatMap(({ whenGiven = [] }) => whenGiven))
  const endpoint = endpointOf(route, texts)
  const path = canonicalPath({ endpoint, path: pathValues(route, endpoint, texts) })
  const media = [...texts.keys()].filter((name) => endpoint.params[name]?.isMedia)
  if (media.length > 0)
    throw invalidParameters(media.map((parameter) => ({ parameter, message: 'is not an argument of this tool' })))
  const inQuery = [...texts].filter(([name]) => !isInPath(route, name))
  const query = new URLSearchParams(
    inQuery.map(([name, text]): [string, string] => [parameterOf(route, name, isGiven), text]),
  )
  return query.size > 0 ? `${path}?${query.toString()}` : path
}

const isInPath = (route: ToolRoute, name: string) =>
  name === route.pathArgument || (name === 'resource' && isByResource(route))

function parameterOf({ standsFor = {} }: ToolRoute, name: string, isGiven: (name: string) => boolean): string {
  const parameter = standsFor[name]
  return parameter === undefined || isGiven(parameter) ? name : parameter
}

const missing = (names: readonly string[]) =>
  invalidParameters(names.map((parameter) => ({ parameter, message: 'is required' })))

/** Converts arguments to the texts of a query. Null counts as absent. Throws `invalid_parameter`. */
function readTexts(args: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const errors: ParameterError[] = []
  const texts = new Map<string, string>()
  for (const [name, value] of Object.entries(args)) {
    if (value === null || value === undefined) continue
    const text = textOf(value)
    const wrong = text === undefined ? 'is not a string, number or boolean, or a list of them' : textError(text)
    if (wrong) errors.push({ parameter: name.slice(0, 60), message: wrong })
    else texts.set(name, text ?? '')
  }
  if (errors.length > 0) throw invalidParameters(errors)
  return texts
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (!Array.isArray(value)) return undefined
  const parts = value.map((part) => (Array.isArray(part) ? undefined : textOf(part)))
  return parts.includes(undefined) ? undefined : parts.join(',')
}

/** Returns why a request target cannot contain a text, or undefined if it can. */
function textError(text: string): string | undefined {
  if (text.length > maxTextLength) return `is longer than ${maxTextLength} characters`
  if (!text.isWellFormed()) return 'is not well-formed Unicode'
  return /[\u0000-\u001f\u007f]/.test(text) ? 'has control characters' : undefined
}

function endpointOf({ endpoints, ...route }: ToolRoute, texts: ReadonlyMap<string, string>): Endpoint {
  const [only] = endpoints.values()
  if (!isByResource(route) && only) return only
  const name = texts.get('resource')
  const found = endpoints.get(name ?? '')
  if (found) return found
  const allowed = [...endpoints.keys()]
  const near = nearest(name ?? '', allowed)
  const message =
    name === undefined ? 'is required' : `got ${JSON.stringify(name.slice(0, 60))}, which is not one of its values`
  throw invalidParameters([{ parameter: 'resource', message, allowed, ...(near && { did_you_mean: near }) }])
}

function pathValues({ pathArgument, pathDefault }: ToolRoute, endpoint: Endpoint, texts: ReadonlyMap<string, string>) {
  const [name] = pathNames(endpoint)
  if (name === undefined || pathArgument === undefined) return {}
  const value = texts.get(pathArgument) ?? pathDefault
  if (value === undefined) throw missing([pathArgument])
  if (value === '' || /[/\\]|^\.+$/.test(value))
    throw invalidParameters([{ parameter: pathArgument, message: 'is empty, has slashes or is nothing but dots' }])
  return { [name]: value }
}
