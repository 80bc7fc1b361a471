// What `/v2/search` finds, asked once for each query of a page: every search counts against the quota of the visitor's
// address.
import { groupResults, type ResultGroup, type ResultRow } from '../../format/search/group-results.ts'
import { aimed, searchIntent, type SearchIntent } from '../../format/search/search-intent.ts'
import { retryAfterSeconds } from '../retry-after.ts'

const maxShown = 8
/** Rows of a page: things have a row for each rarity. */
const limit = 50
export const maxRemembered = 100

type Query = Readonly<Record<string, string>>
type Fetch = (target: string, options: { signal: AbortSignal }) => Promise<Response>

/** A search that the service did not answer; `waitSeconds` is undefined if it does not say when to try again. */
export class SearchFailure extends Error {
  readonly isQuota: boolean
  readonly waitSeconds: number | undefined

  constructor(answer: Response) {
    super(`The search was answered with status ${answer.status}.`)
    this.isQuota = answer.status === 429
    this.waitSeconds = retryAfterSeconds(answer, Date.now())
  }
}

export class RememberedSearch {
  readonly #fetch: Fetch
  /** Rows by target, the latest last. */
  readonly #answers = new Map<string, readonly ResultRow[]>()

  constructor(fetchOne: Fetch) {
    this.#fetch = fetchOne
  }

  /** Answers to questions about a thing first, then search results. Throws a `SearchFailure` if the service refuses. */
  async find(
    q: string,
    t: Parameters<typeof searchIntent>[1],
    kept: Query,
    signal: AbortSignal,
  ): Promise<ResultGroup[]> {
    const intent = searchIntent(q, t)
    const [meant, named] = await Promise.all([
      intent ? this.#rowsMeant(intent, kept, signal) : [],
      this.#rows({ q, ...kept }, signal),
    ])
    return [...(intent ? aimed(groupResults(meant), intent) : []), ...groupResults(named)].slice(0, maxShown)
  }

  /** The name was often typed before its question: what it found is all there is if it is less than a page. */
  async #rowsMeant({ text, kind }: SearchIntent, kept: Query, signal: AbortSignal): Promise<readonly ResultRow[]> {
    const ofAllKinds = this.#answers.get(targetOf({ q: text, ...kept }))
    if (ofAllKinds && ofAllKinds.length < limit) return ofAllKinds.filter((row) => row.kind === kind)
    return this.#rows({ q: text, kind, ...kept }, signal)
  }

  async #rows(query: Query, signal: AbortSignal): Promise<readonly ResultRow[]> {
    const target = targetOf(query)
    const known = this.#answers.get(target)
    if (known) return known
    const answer = await this.#fetch(target, { signal })
    // A text that the API refuses finds nothing, as on the search's own page.
    if (!answer.ok && answer.status !== 400) throw new SearchFailure(answer)
    const rows = answer.ok ? ((await answer.json()) as { body: readonly ResultRow[] }).body : []
    this.#answers.set(target, rows)
    const [oldest] = this.#answers.keys()
    if (this.#answers.size > maxRemembered && oldest !== undefined) this.#answers.delete(oldest)
    return rows
  }
}

const targetOf = (query: Query) => `/v2/search?${new URLSearchParams({ ...query, limit: String(limit) })}`
