import { jsonOf, type ApiClient, type Row } from '../format/ask.ts'

interface Listed {
  readonly body?: readonly Row[]
  readonly rows?: readonly Row[]
  readonly pagination?: { readonly next: string | null }
  readonly next?: string | null
}

/**
 * Every row of a list, page by page, in either envelope; none where there is no such list, as before the first patch.
 * Lets other requests in between two pages. Throws where the API refuses or fails.
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
