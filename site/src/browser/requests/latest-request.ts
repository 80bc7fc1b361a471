/** A response with its text, which an endless stream has not, and how long it took. */
interface ReadResponse {
  readonly answer: Response
  readonly text: string
  readonly milliseconds: number
}

/** Sends GETs, of which only the latest counts: it aborts the one before. */
export class LatestRequest {
  #request = new AbortController()

  /** Undefined if another was sent in the meantime. Rejects if there is no response. */
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

/** A stream is left, so that none stays open: an address may have a few at a time. */
async function textOf(answer: Response): Promise<string> {
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer.text()
  await answer.body?.cancel()
  return ''
}
