/** An operation of the API, as the client needs it to send a request and to read the answer. */
export interface Operation {
  /** Names below the client: `['items', 'list']` is `client.items.list`. */
  readonly name: readonly string[]
  /** `/v2/items/{id}` */
  readonly path: string
  /**
   * What a call returns: a list of rows, the `body` of an answer that has nothing else, the answer's JSON, its text, or
   * the response itself.
   */
  readonly result: 'list' | 'body' | 'json' | 'text' | 'response'
  /** Fields of a list's answer that may contain its rows. */
  readonly rowsIn: readonly string[]
  /** Whether it has the parameter `locale`. */
  readonly hasLocale: boolean
}
