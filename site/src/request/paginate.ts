import { jsonOf, type ApiClient, type Row } from '../format/api-response.ts'

interface Listed {
  readonly body?: readonly Row[]
  readonly rows?: readonly Row[]
  readonly pagination?: { readonly next: string | null }
  readonly next?: string | null
}

/**
 * Yields every row of a list, page by page, in either envelope; none if there is no such list, as before the first
 * patch. Yields to the event loop between pages. Throws if the API refuses or fails.
 */
export async function* paginate(
  fetchApi: ApiClient,
  path: string,
  query: Readonly<Record<string, string>>,
): AsyncGenerator<Row> {
  const search = new URLSearchParams(query)
  for (let target: string | undefined = `${path}?${search}`; target !== undefined;) {
    const found = jsonOf(await fetchApi(target)) as Listed | undefined
    if (!found) return
    const { body, rows, pagination, next } = found
    yield* body ?? rows ?? []
    const following = pagination ? pagination.next : next
    if (following) search.set('cursor', following)
    target = pagination ? (following ?? undefined) : following ? `${path}?${search}` : undefined
    await new Promise((resolve) => setTimeout(resolve))
  }
}
