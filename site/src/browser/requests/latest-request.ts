/** A response with its text (empty for an event stream) and duration. */
interface ReadResponse {
  readonly answer: Response
  readonly text: string
  readonly milliseconds: number
}

/** Sends GET requests one at a time: each aborts the one before. */
export class LatestRequest {
  #request = new AbortController()

  /** Resolves to undefined if another request was sent in the meantime. Rejects if there is no response. */
  async send(target: string): Promise<ReadResponse | undefined> {
    this.#request.abort()
    const { signal } = (this.#request = new AbortController())
    const began = performance.now()
    try {
      const answer = await fetch(target, { signal })
      const text = await textOf(answer)
      return { answer, text, milliseconds: Math.round(performance.now() - began) }
    } catch (error) {
      if (signal.aborted) return undefined
      throw error
    }
  }
}

/** Closes event streams instead of reading them: the service limits how many an address may have open. */
async function textOf(answer: Response): Promise<string> {
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer.text()
  await answer.body?.cancel()
  return ''
}
