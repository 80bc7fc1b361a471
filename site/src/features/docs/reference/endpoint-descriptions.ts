// Sentences of the reference about an endpoint, for the page and its Markdown version. They contain `code` and [links](...).
import { assetExtensions } from '../../../../../data/api/model/columns.ts'
import { assetOf, sendsBytes, isStream, isText, type Endpoint } from '../../../../../data/api/model/endpoint.ts'
import { isMetered } from '../../../../../data/api/answer/metered.ts'
import { sortableColumns } from '../../../../../data/api/model/row-params.ts'
import { assetMediaTypesOf } from '../../../../../data/api/openapi/responses.ts'
import type { AnswerKind, SnippetOptions } from '../../../format/snippets.ts'
import { usualValues } from './reference.ts'

export type Settings = App.Locals['settings']

const defaultOf = (settings: Settings, name: string): string =>
  settings.find((setting) => setting.name === name)?.default ?? ''

/** Replaces each `{SETTING}` in a text by its default. */
export const withDefaults = (text: string, settings: Settings): string =>
  text.replace(/\{([A-Z_]+)\}/g, (all, name: string) => defaultOf(settings, name) || all)

/** Returns the names of the parameters in a path. */
export const pathNames = ({ path }: Endpoint): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

const asCode = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

/** Describes a parameter, including the usual values of a checked filter and the columns of `sort`. */
export function paramDescription(endpoint: Endpoint, name: string): string {
  const summary = endpoint.params[name]?.summary ?? ''
  if (name === 'sort') return `${summary} Columns: ${asCode(sortColumns(endpoint))}.`
  const usual = usualValues(endpoint, name)
  if (!usual) return summary
  const values = asCode(usual)
  return `${summary} ${values === '' ? 'A value' : `${values}, or another value`} that occurs in the patch: see \`/v2/facets\`.`
}

const sortColumns = ({ rowColumns, resource }: Endpoint): string[] =>
  sortableColumns(rowColumns ?? resource?.columns ?? {}).map((name) => name.replace('*', '<name>'))

/** Describes the limits of an endpoint: quota, rows per page, concurrent streams and exports, and the key that it requires. */
export function limitsOf(endpoint: Endpoint, settings: Settings): string[] {
  const { path, envelope, keyScope, params } = endpoint
  const quota = `${defaultOf(settings, 'RATE_LIMIT_ANONYMOUS')} requests per minute per IP address, ${defaultOf(settings, 'RATE_LIMIT_KEY')} with a key, unless this service is configured otherwise. Rendered files do not count; a service with \`CATALOG_URL\` has none.`
  return [
    isMetered(path) ? quota : 'Not limited: served from files.',
    ...(envelope ? [`${envelope.limits.default} rows per page by default, ${envelope.limits.max} at most.`] : []),
    ...(isStream(endpoint)
      ? [`${defaultOf(settings, 'EVENT_STREAMS_PER_ADDRESS')} open streams per IP address (IPv6: per /64).`]
      : []),
    ...(params.format?.isMedia
      ? [`${defaultOf(settings, 'EXPORTS_PER_ADDRESS')} concurrent exports (\`format\`) per IP address.`]
      : []),
    keyScope ? `Requires a key with the scope \`${keyScope}\`: see [keys](/docs/guides/keys).` : 'No key is required.',
  ]
}

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' })

/** Describes the body of a response that is not JSON. */
export function bodyDescription(endpoint: Endpoint): string {
  if (endpoint.kind === 'asset') {
    const types = alternatives.format(assetMediaTypesOf(endpoint).map((type) => asCode([type]))).replace(', or', ' or')
    return sendsBytes(endpoint)
      ? `The bytes of a file (${types}).`
      : `A redirect (302) to the bytes of a file (${types}).`
  }
  return isStream(endpoint)
    ? 'Server-Sent Events (`text/event-stream`): see [follow the market](/docs/guides/follow-the-market).'
    : 'Plain text (`text/plain`).'
}

/** Returns what code snippets need to know about an endpoint. */
export function snippetOptions(endpoint: Endpoint): SnippetOptions {
  const media = assetOf(endpoint)?.media
  return {
    needsKey: endpoint.keyScope !== undefined,
    answer: answerKind(endpoint),
    ...(media && { ending: assetExtensions[media] }),
  }
}

function answerKind(endpoint: Endpoint): AnswerKind {
  if (endpoint.kind === 'asset') return 'bytes'
  if (isStream(endpoint)) return 'events'
  return isText(endpoint) ? 'text' : 'json'
}

export const lenientHandling =
  'With `Prefer: handling=lenient` unknown parameters are ignored and named in `X-Ignored-Parameters`, instead of a 400.'

/** Describes how responses are revalidated. Streams cannot be. */
export const revalidationNotes = (endpoint: Endpoint): string[] =>
  isStream(endpoint)
    ? []
    : ['Send the `ETag` back as `If-None-Match`: a 304 has no body. See [limits and caching](/docs/guides/caching).']
