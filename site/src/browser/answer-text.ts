// What a visitor sees of an answer of the API.

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

/** JSON with line breaks, cut where it is very long; of anything else how much it is. */
export function bodyText(text: string, mediaType: string): string {
  if (!mediaType.includes('json')) return `(${mediaType}, ${text.length} characters)`
  const pretty = JSON.stringify(JSON.parse(text), null, 2)
  return pretty.length > maxShown
    ? `${pretty.slice(0, maxShown)}\n... and ${pretty.length - maxShown} more characters`
    : pretty
}
