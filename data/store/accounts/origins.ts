// Patterns of the origins from which a key may be used: [scheme://]host[:port].
import { domainToASCII } from 'node:url'
import { AccountValidationError } from './account-validation-error.ts'

interface Origin {
  /** Without `://`; a pattern without a scheme matches http and https. */
  scheme: string | undefined
  host: string
  port: string | undefined
}

const originForm = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\[[0-9a-f:.]+\]|[^\s/?#@:[\]]+)(?::(\d{1,5}|\*))?$/
const hostForm = /^(?:\*\.)?[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/
const defaultPorts = new Map([
  ['http', '80'],
  ['https', '443'],
])
const maxHostLength = 253

/**
 * Whether a request with an `Origin` header may use a key with these patterns. An empty list allows all origins. `*.`
 * matches one or more labels, `:*` any port, and a host without a port the default port of the scheme.
 */
export function originAllowed(origins: readonly string[], originHeader: string | undefined): boolean {
  if (origins.length === 0) return true
  const origin = originHeader === undefined ? undefined : parse(originHeader.toLowerCase())
  if (origin?.scheme === undefined || origin.port === '*' || origin.host.startsWith('*')) return false
  return origins.some((pattern) => matches(parse(pattern), origin))
}

/** The canonical form of a pattern that a user has entered. Throws `AccountValidationError` if it is not valid. */
export function originPattern(given: string): string {
  const refuse = (why: string) => new AccountValidationError('origins', `${JSON.stringify(given.slice(0, 300))} ${why}`)
  const text = given.trim().toLowerCase().replace(/\/$/, '')
  if (text === '*') throw refuse('is not an origin: leave the list empty for a key that works everywhere.')
  const parsed = parse(text)
  if (!parsed)
    throw refuse('is not an origin: write a host such as example.com, *.example.com or http://localhost:3000.')
  const host = parsed.host.startsWith('[') ? bracketed(parsed.host) : asciiHost(parsed.host)
  if (host === undefined) throw refuse('names no host.')
  if (/^\*\.[^.]*$/.test(host) && host !== '*.localhost')
    throw refuse('is too wide: a wildcard needs a domain below it.')
  const { scheme } = parsed
  const { port } = parsed
  if (Number(port) > 65535 || port === '0') throw refuse('has a port that does not exist.')
  const portSuffix = port === undefined || (scheme && port === defaultPorts.get(scheme)) ? '' : `:${port}`
  return `${scheme ? `${scheme}://` : ''}${host}${portSuffix}`
}

/** Removes leading zeros of ports, which patterns of earlier versions may have. */
function parse(text: string): Origin | undefined {
  const [, scheme, host, port] = originForm.exec(text) ?? []
  return host === undefined ? undefined : { scheme, host, port: port?.replace(/^0+(?=\d)/, '') }
}

function matches(pattern: Origin | undefined, origin: Origin): boolean {
  if (!pattern) return false
  const scheme = origin.scheme ?? ''
  if (pattern.scheme === undefined ? !defaultPorts.has(scheme) : pattern.scheme !== scheme) return false
  const ownPort = defaultPorts.get(scheme)
  if (pattern.port !== '*' && (pattern.port ?? ownPort) !== (origin.port ?? ownPort)) return false
  if (!pattern.host.startsWith('*.')) return pattern.host === origin.host
  const domain = pattern.host.slice(1)
  return origin.host.endsWith(domain) && origin.host.length > domain.length
}

/** The host in the form that browsers send (Punycode), with an optional leading `*.`; undefined if it is not valid. */
function asciiHost(host: string): string | undefined {
  const [, wildcard = '', name = ''] = /^(\*\.)?(.*)$/.exec(host) ?? []
  const ascii = domainToASCII(name)
  return hostForm.test(wildcard + ascii) && ascii.length <= maxHostLength ? wildcard + ascii : undefined
}

function bracketed(host: string): string | undefined {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined
}
