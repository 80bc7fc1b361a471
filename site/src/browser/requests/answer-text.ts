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
const maxCharacters = 60_000

/** Returns one line for each of `shownHeaders` that the response has. */
export const headerLines = ({ headers }: Pick<Response, 'headers'>): string =>
  shownHeaders.flatMap((name) => (headers.has(name) ? [`${name}: ${headers.get(name)}`] : [])).join('\n')

/**
 * Returns JSON with indentation, truncated to `maxCharacters`. For other media types returns the type and the number of
 * characters, or a note if it is a stream. Throws if a text that should be JSON cannot be parsed.
 */
export function bodyText(text: string, mediaType: string): string {
  if (mediaType.startsWith('text/event-stream')) return `(${mediaType}, an endless stream: use a program to read it)`
  if (!/\bjson\b/.test(mediaType)) return `(${mediaType}, ${text.length} characters)`
  const pretty = JSON.stringify(JSON.parse(text), null, 2)
  return pretty.length > maxCharacters
    ? `${pretty.slice(0, maxCharacters)}\n... and ${pretty.length - maxCharacters} more characters`
    : pretty
}
