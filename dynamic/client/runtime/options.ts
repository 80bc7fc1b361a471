/** How a client reaches the service. */
export interface ClientOptions<Locale extends string = string> {
  /**
   * URL of the service, such as `https://host`. It may have a path, which is put in front of the API's own, but icons
   * redirect to `/v1` of the host.
   */
  readonly baseUrl: string | URL
  /** Sent as `X-Api-Key`. */
  readonly apiKey?: string | undefined
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
  /** Default language of texts, for calls that have the parameter `locale`. */
  readonly locale?: Locale | undefined
  /** Maximum number of retries after a 429 before it is thrown; 3 by default. */
  readonly maxRetries?: number | undefined
  /** Maximum length of all cached answers in characters; 10 million by default. They are revalidated by their ETag. */
  readonly maxCacheLength?: number | undefined
}

/** Options of every call, which follow its parameters. */
export interface RequestOptions {
  /** Aborts the request, or the wait before the next one. */
  readonly signal?: AbortSignal | undefined
}

/** A lazy list: iterating over it requests page after page, beginning with the one that the parameters select. */
export interface List<Row, Page> extends AsyncIterable<Row> {
  /** One page, as the API answers it. */
  page(): Promise<Page>
  /** The response with its body unread: for its headers, and for formats other than JSON. */
  response(): Promise<Response>
}
