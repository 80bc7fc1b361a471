/** The text of an answer, with the headers that are needed to read it. */
export interface Answer {
  readonly text: string
  readonly mediaType: string
  /** Target of the next page. */
  readonly next: string | undefined
}

interface ValidatedAnswer extends Answer {
  readonly etag: string
}

/**
 * Caches answers with their ETags by target, up to a total length of targets and texts. The least recently used are
 * evicted first.
 */
export class AnswerCache {
  readonly #maxLength: number
  readonly #answers = new Map<string, ValidatedAnswer>()
  #length = 0

  constructor(maxLength: number) {
    this.#maxLength = maxLength
  }

  get(target: string): ValidatedAnswer | undefined {
    const answer = this.#answers.get(target)
    if (answer) {
      this.#answers.delete(target)
      this.#answers.set(target, answer)
    }
    return answer
  }

  set(target: string, answer: ValidatedAnswer): void {
    this.#remove(target)
    const length = lengthOf(target, answer)
    if (length > this.#maxLength) return
    this.#answers.set(target, answer)
    this.#length += length
    for (const oldest of this.#answers.keys()) {
      if (this.#length <= this.#maxLength) break
      this.#remove(oldest)
    }
  }

  #remove(target: string): void {
    const answer = this.#answers.get(target)
    if (!answer) return
    this.#answers.delete(target)
    this.#length -= lengthOf(target, answer)
  }
}

const lengthOf = (target: string, { text }: Answer): number => target.length + text.length
