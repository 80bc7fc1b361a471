/** How a client reaches the service. */
export interface ClientOptions<Locale extends string = string> {
  /**
   * Where the service is, such as `https://host`. A path before the API's own may follow, but icons are redirects to
   * `/v1` of the host.
   */
  readonly baseUrl: string | URL
  /** Sent as `X-Api-Key`. */
  readonly apiKey?: string | undefined
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
  /** Language of texts, for calls that can have a `locale` and are given none. */
  readonly locale?: Locale | undefined
  /** How many times a 429 is waited out before it is thrown; 3 by default. */
  readonly maxRetries?: number | undefined
  /** How many characters of answers are cached, to be revalidated by their ETag; 10 million by default. */
  readonly maxCacheLength?: number | undefined
}

/** What every call takes after its parameters. */
export interface RequestOptions {
  /** Aborts the request, or the wait before the next one. */
  readonly signal?: AbortSignal | undefined
}

/** A lazy list: iterating over it requests page after page, beginning with the one that the parameters select. */
export interface List<Row, Page> extends AsyncIterable<Row> {
  /** One page, as the API answers it. */
  page(): Promise<Page>
  /** The unread response: for its headers, and for formats other than JSON. */
  response(): Promise<Response>
}
