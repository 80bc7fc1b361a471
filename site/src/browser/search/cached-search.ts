// Searches with `/v2/search` and caches the results while the page is open, because every request counts against the quota
// of the visitor's address.
import { groupResults, type ResultGroup, type ResultRow } from '../../format/search/group-results.ts'
import { linkToSection, searchIntent, type SearchIntent } from '../../format/search/search-intent.ts'
import { retryAfterSeconds } from '../retry-after.ts'

const maxGroups = 8
/** Rows per request. There are many more than groups, because an item has a row for each rarity. */
const limit = 50
export const maxCachedQueries = 100

type Query = Readonly<Record<string, string>>
type Fetch = (target: string, options: { signal: AbortSignal }) => Promise<Response>

/** A search that the service rejected; `waitSeconds` is undefined unless the status is 429 or 503. */
export class SearchFailure extends Error {
  readonly isQuota: boolean
  readonly waitSeconds: number | undefined

  constructor(answer: Response) {
    super(`The search was answered with status ${answer.status}.`)
    this.isQuota = answer.status === 429
    this.waitSeconds = retryAfterSeconds(answer, Date.now())
  }
}

/** Searches as the visitor types. Each query is sent once; the results of the latest `maxCachedQueries` are cached. */
export class CachedSearch {
  readonly #fetch: Fetch
  /** Rows by target, in the order of the requests. */
  readonly #cache = new Map<string, readonly ResultRow[]>()

  constructor(fetchOne: Fetch) {
    this.#fetch = fetchOne
  }

  /**
   * Returns groups of results. If the query asks for a section of a page (`wight drops`), links to it come first. Throws a
   * `SearchFailure` if the service rejects a request; a query that the API does not accept finds nothing.
   */
  async find(
    q: string,
    t: Parameters<typeof searchIntent>[1],
    context: Query,
    signal: AbortSignal,
  ): Promise<ResultGroup[]> {
    const intent = searchIntent(q, t)
    const [intended, found] = await Promise.all([
      intent ? this.#rowsOfIntent(intent, context, signal) : [],
      this.#rows({ q, ...context }, signal),
    ])
    return [...(intent ? linkToSection(groupResults(intended), intent) : []), ...groupResults(found)].slice(
      0,
      maxGroups,
    )
  }

  /** Uses the cached results of the name alone, which is usually typed first, if they are complete. */
  async #rowsOfIntent(
    { text, kind }: SearchIntent,
    context: Query,
    signal: AbortSignal,
  ): Promise<readonly ResultRow[]> {
    const ofAllKinds = this.#cache.get(targetOf({ q: text, ...context }))
    if (ofAllKinds && ofAllKinds.length < limit) return ofAllKinds.filter((row) => row.kind === kind)
    return this.#rows({ q: text, kind, ...context }, signal)
  }

  async #rows(query: Query, signal: AbortSignal): Promise<readonly ResultRow[]> {
    const target = targetOf(query)
    const cached = this.#cache.get(target)
    if (cached) return cached
    const answer = await this.#fetch(target, { signal })
    // As on the search page, a query that the API does not accept finds nothing.
    if (!answer.ok && answer.status !== 400) throw new SearchFailure(answer)
    const rows = answer.ok ? ((await answer.json()) as { body: readonly ResultRow[] }).body : []
    this.#cache.set(target, rows)
    const [oldest] = this.#cache.keys()
    if (this.#cache.size > maxCachedQueries && oldest !== undefined) this.#cache.delete(oldest)
    return rows
  }
}

const targetOf = (query: Query) => `/v2/search?${new URLSearchParams({ ...query, limit: String(limit) })}`
