// What a page of the reference says in sentences, for the page and for its Markdown; `code` and [links](...) as in Markdown.
import { assetEndings } from '../../../../../data/api/model/columns.ts'
import { assetOf, isBytes, isStream, isText, type Endpoint } from '../../../../../data/api/model/endpoint.ts'
import { isMetered } from '../../../../../data/api/answer/metered.ts'
import { sortableColumns } from '../../../../../data/api/model/row-params.ts'
import { assetMediaTypesOf } from '../../../../../data/api/openapi/responses.ts'
import type { AnswerKind, SnippetOptions } from '../../../format/snippets.ts'
import { usualValues } from './reference.ts'

export type Settings = App.Locals['settings']

const defaultOf = (settings: Settings, name: string): string =>
  settings.find((setting) => setting.name === name)?.default ?? ''

/** The text with each `{SETTING}` replaced by its default. */
export const withDefaults = (text: string, settings: Settings): string =>
  text.replace(/\{([A-Z_]+)\}/g, (all, name: string) => defaultOf(settings, name) || all)

/** The names in a path. */
export const pathNames = ({ path }: Endpoint): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

const asCode = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

/** What a parameter is for, with the values that a checked filter takes, and the columns of `sort`. */
export function paramDescription(endpoint: Endpoint, name: string): string {
  const summary = endpoint.params[name]?.summary ?? ''
  if (name === 'sort') return `${summary} Columns: ${asCode(sortedBy(endpoint))}.`
  const usual = usualValues(endpoint, name)
  if (!usual) return summary
  const named = asCode(usual)
  return `${summary} ${named === '' ? 'A value' : `${named}, or another value`} that occurs in the patch: see \`/v2/facets\`.`
}

const sortedBy = ({ rowColumns, resource }: Endpoint): string[] =>
  sortableColumns(rowColumns ?? resource?.columns ?? {}).map((name) => name.replace('*', '<name>'))

/** Who may request how much. */
export function limitsOf(endpoint: Endpoint, settings: Settings): string[] {
  const { path, envelope, keyScope, params } = endpoint
  const quota = `${defaultOf(settings, 'RATE_LIMIT_ANONYMOUS')} requests per minute for each IP address, ${defaultOf(settings, 'RATE_LIMIT_KEY')} with a key, unless this service is set otherwise. Rendered files do not count where the service has them: one with \`CATALOG_URL\` has none.`
  return [
    isMetered(path) ? quota : 'Not limited: served from files.',
    ...(envelope ? [`${envelope.limits.default} rows per page by default, ${envelope.limits.max} at most.`] : []),
    ...(isStream(endpoint)
      ? [`${defaultOf(settings, 'EVENT_STREAMS_PER_ADDRESS')} open streams for each IP address, IPv6: each /64.`]
      : []),
    ...(params.format?.isMedia
      ? [`${defaultOf(settings, 'EXPORTS_PER_ADDRESS')} files (\`format\`) at once for each IP address.`]
      : []),
    keyScope ? `Needs a key with the scope \`${keyScope}\`: see [keys](/docs/guides/keys).` : 'No key is required.',
  ]
}

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' })

/** What the body of a response is that has no fields. */
export function bodyDescription(endpoint: Endpoint): string {
  if (endpoint.kind === 'asset') {
    const types = alternatives.format(assetMediaTypesOf(endpoint).map((type) => asCode([type]))).replace(', or', ' or')
    return isBytes(endpoint) ? `The bytes of a file (${types}).` : `A redirect (302) to the bytes of a file (${types}).`
  }
  return isStream(endpoint)
    ? 'Server-Sent Events (`text/event-stream`), as [follow the market](/docs/guides/follow-the-market) shows them.'
    : 'Plain text (`text/plain`).'
}

/** How code requests an endpoint. */
export function snippetOptions(endpoint: Endpoint): SnippetOptions {
  const media = assetOf(endpoint)?.media
  return {
    needsKey: endpoint.keyScope !== undefined,
    answer: answerKind(endpoint),
    ...(media && { ending: assetEndings[media] }),
  }
}

function answerKind(endpoint: Endpoint): AnswerKind {
  if (endpoint.kind === 'asset') return 'bytes'
  if (isStream(endpoint)) return 'events'
  return isText(endpoint) ? 'text' : 'json'
}

/** What may be sent with any request. */
export const lenience =
  'With `Prefer: handling=lenient` unknown parameters are ignored and named in `X-Ignored-Parameters`, instead of a 400.'

/** How responses are revalidated; streams are not. */
export const revalidation = (endpoint: Endpoint): string[] =>
  isStream(endpoint)
    ? []
    : ['Send the `ETag` back as `If-None-Match`: a 304 has no body. See [limits and caching](/docs/guides/caching).']
