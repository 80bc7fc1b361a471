import { AnswerCache, type Answer } from './answer-cache.ts'
import type { ClientOptions } from './options.ts'
import { problemOf } from './problem.ts'
import { retryAfterMilliseconds, wait } from './retry.ts'

const defaultCacheLength = 10_000_000
const defaultRetries = 3

/** Throws a `TypeError` if the URL has no scheme: `localhost:8080` alone would be parsed as the scheme `localhost`. */
function parseBaseUrl(baseUrl: string | URL): URL {
  const text = String(baseUrl)
  if (/^https?:\/\//i.test(text)) return new URL(text)
  throw new TypeError(`baseUrl is an http or https URL, such as https://host, not ${text}`)
}

/** Sends requests to the API: retries after a 429, revalidates cached answers by ETag, and throws problems. */
export class Transport {
  readonly #base: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #fetch: typeof fetch
  readonly #maxRetries: number
  readonly #cache: AnswerCache

  constructor({ baseUrl, apiKey, fetch, maxRetries, maxCacheLength }: Omit<ClientOptions, 'locale'>) {
    const { origin, pathname } = parseBaseUrl(baseUrl)
    this.#base = origin + pathname.replace(/\/$/, '')
    this.#headers = apiKey === undefined ? {} : { 'x-api-key': apiKey }
    // Browsers refuse to call `fetch` as a method of another object.
    this.#fetch = fetch ?? ((input, init) => globalThis.fetch(input, init))
    this.#maxRetries = maxRetries ?? defaultRetries
    this.#cache = new AnswerCache(maxCacheLength ?? defaultCacheLength)
  }

  /** Resolves to the answer to a target. A cached one is revalidated by its ETag. Rejects with a `Problem`. */
  async read(target: string, signal: AbortSignal | undefined): Promise<Answer> {
    const known = this.#cache.get(target)
    const response = await this.#send(target, signal, known ? { 'if-none-match': known.etag } : {})
    if (known && response.status === 304) return known
    const { headers } = response
    const answer = {
      text: await response.text(),
      mediaType: headers.get('content-type') ?? '',
      next: nextIn(headers.get('link')),
    }
    const etag = headers.get('etag')
    if (etag !== null) this.#cache.set(target, { ...answer, etag })
    return answer
  }

  /** Resolves to the response to a target with its body unread. Rejects with a `Problem`. */
  open(target: string, signal: AbortSignal | undefined): Promise<Response> {
    return this.#send(target, signal, {})
  }

  async #send(
    target: string,
    signal: AbortSignal | undefined,
    conditions: Readonly<Record<string, string>>,
  ): Promise<Response> {
    const init = { headers: { ...this.#headers, ...conditions }, ...(signal && { signal }) }
    for (let retries = 0; ; retries += 1) {
      const response = await this.#fetch(this.#base + target, init)
      if (response.ok || response.status === 304) return response
      if (response.status !== 429 || retries >= this.#maxRetries) throw await problemOf(response)
      await response.body?.cancel()
      await wait(retryAfterMilliseconds(response.headers.get('retry-after')), signal)
    }
  }
}

/** Returns the target of the next page in a `Link` header. */
const nextIn = (link: string | null): string | undefined => /<(\/[^<>]*)>;\s*rel="?next"?/.exec(link ?? '')?.[1]
