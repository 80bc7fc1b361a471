import type { Ask, Row } from './ask.ts'

interface Listed {
  readonly body?: readonly Row[]
  readonly rows?: readonly Row[]
  readonly pagination?: { readonly next: string | null }
  readonly next?: string | null
}

/**
 * Every row of a list, page by page, in either envelope; none where there is no such list, as before the first patch. Lets other
 * requests in between two pages. Throws where the API fails or refuses: a part of the rows would be taken for all.
 */
export async function* walk(ask: Ask, path: string, query: Readonly<Record<string, string>>): AsyncGenerator<Row> {
  const search = new URLSearchParams(query)
  for (let target: string | undefined = `${path}?${search}`; target !== undefined;) {
    const answer = await ask(target)
    if (answer.status === 404) return
    if (answer.status !== 200) throw new Error(`${target}: ${answer.status}`)
    const { body, rows, pagination, next } = answer.json as Listed
    yield* body ?? rows ?? []
    const following = pagination ? pagination.next : next
    if (following) search.set('cursor', following)
    target = pagination ? (following ?? undefined) : following ? `${path}?${search}` : undefined
    await new Promise((resolve) => setTimeout(resolve))
  }
}
