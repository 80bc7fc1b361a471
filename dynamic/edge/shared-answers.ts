/** The part of the platform's Cache API that the edge uses. */
export interface AnswerCache {
  match(url: string): Promise<Response | undefined>
  put(url: string, response: Response): Promise<void>
}

/** A buffered response of the origin. */
export interface OriginAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: ArrayBuffer
}

export interface CachedAnswer extends OriginAnswer {
  readonly ageSeconds: number
  /** False if the answer may only be served stale. */
  readonly isFresh: boolean
}

const storedAt = 'x-stored-at'
/** Headers that the platform's cache interprets. Those of a response are stored under other names. */
const cacheHeaders = ['cache-control', 'vary', 'netlify-vary']
const storedName = (name: string) => `x-own-${name}`
const storable = [200, 302, 400, 404]
/** Headers that are for one caller only. */
const personal = /^(x-ratelimit-|ratelimit|x-request-id$|date$|age$|connection$|keep-alive$)/

const seconds = (cacheControl: string, name: string) =>
  Number(new RegExp(`(?:^|[\\s,])${name}=(\\d{1,9})`).exec(cacheControl)?.[1] ?? 0)

/** Caches public responses for as long as their headers allow, including the time for which they may be served stale. */
export class SharedAnswers {
  readonly #cache: AnswerCache | undefined
  readonly #now: () => number

  constructor(cache: AnswerCache | undefined, now: () => number) {
    this.#cache = cache
    this.#now = now
  }

  /** Resolves to a cached answer that is fresh or may be served stale, if there is one. */
  async get(key: string): Promise<CachedAnswer | undefined> {
    const found = await this.#cache?.match(key).catch(() => undefined)
    const at = Number(found?.headers.get(storedAt) ?? NaN)
    if (!found || Number.isNaN(at)) return undefined
    const headers = ownHeaders(found.headers)
    const cacheControl = headers.get('cache-control') ?? ''
    const ageSeconds = Math.max(0, Math.floor((this.#now() - at) / 1000))
    const maxAge = seconds(cacheControl, 'max-age')
    if (ageSeconds > maxAge + seconds(cacheControl, 'stale-while-revalidate')) return undefined
    return { status: found.status, headers, body: await found.arrayBuffer(), ageSeconds, isFresh: ageSeconds < maxAge }
  }

  /** Caches an answer if it is public. Errors of the platform's cache are ignored. */
  async put(key: string, { status, headers, body }: OriginAnswer, vary: string): Promise<void> {
    const cacheControl = headers.get('cache-control') ?? ''
    const maxAge = seconds(cacheControl, 'max-age')
    const isPublic = cacheControl.startsWith('public') && maxAge > 0 && headers.get('set-cookie') === null
    if (!this.#cache || !isPublic || !storable.includes(status)) return
    const kept = new Headers([...headers].filter(([name]) => !personal.test(name)))
    for (const name of cacheHeaders) {
      const own = kept.get(name)
      kept.delete(name)
      if (own !== null) kept.set(storedName(name), own)
    }
    kept.set(storedAt, String(this.#now()))
    kept.set('cache-control', `public, s-maxage=${maxAge + seconds(cacheControl, 'stale-while-revalidate')}`)
    kept.set('netlify-vary', vary)
    await this.#cache.put(key, new Response(body, { status, headers: kept })).catch(() => undefined)
  }
}

function ownHeaders(cached: Headers): Headers {
  const headers = new Headers(cached)
  headers.delete(storedAt)
  for (const name of cacheHeaders) {
    const own = headers.get(storedName(name))
    headers.delete(name)
    headers.delete(storedName(name))
    if (own !== null) headers.set(name, own)
  }
  return headers
}
