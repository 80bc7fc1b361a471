// A response of the API as text for visitors.

const shownHeaders = [
  'content-type',
  'cache-control',
  'etag',
  'link',
  'x-patch-version',
  'x-data-age',
  'x-ratelimit-remaining',
  'retry-after',
]
const maxShown = 60_000

/** One line for each header that tells something. */
export const headerLines = ({ headers }: Pick<Response, 'headers'>): string =>
  shownHeaders.flatMap((name) => (headers.has(name) ? [`${name}: ${headers.get(name)}`] : [])).join('\n')

/** JSON with line breaks, truncated if it is very long; of other formats the size, which a stream has not. */
export function bodyText(text: string, mediaType: string): string {
  if (mediaType.startsWith('text/event-stream'))
    return `(${mediaType}, a stream without an end: read it with a program)`
  if (!/\bjson\b/.test(mediaType)) return `(${mediaType}, ${text.length} characters)`
  const pretty = JSON.stringify(JSON.parse(text), null, 2)
  return pretty.length > maxShown
    ? `${pretty.slice(0, maxShown)}\n... and ${pretty.length - maxShown} more characters`
    : pretty
}
