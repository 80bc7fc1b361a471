import type { Answer } from './answer-cache.ts'
import type { List } from './options.ts'
import type { Operation } from './operation.ts'
import type { Call } from './target.ts'
import type { Transport } from './transport.ts'

/** A list of the API. It follows the `Link` to the next page, which every kind of list has. */
export class RowList implements List<unknown, unknown> {
  readonly #operation: Operation
  readonly #transport: Transport
  readonly #call: Call

  constructor(operation: Operation, transport: Transport, call: Call) {
    this.#operation = operation
    this.#transport = transport
    this.#call = call
  }

  async page(): Promise<unknown> {
    return parseAnswer(await this.#transport.read(this.#call.target, this.#call.signal), this.#operation)
  }

  response(): Promise<Response> {
    return this.#transport.open(this.#call.target, this.#call.signal)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<unknown, void> {
    const { target, signal } = this.#call
    for (let next: string | undefined = target; next !== undefined;) {
      const answer: Answer = await this.#transport.read(next, signal)
      yield* this.#rowsOf(parseAnswer(answer, this.#operation))
      next = answer.next
    }
  }

  #rowsOf(page: unknown): readonly unknown[] {
    const fields = page as Readonly<Record<string, unknown>>
    const rows = this.#operation.rowsIn.map((name) => fields[name]).find(Array.isArray)
    return rows ?? []
  }
}

/** Parses the JSON of an answer. Throws a `TypeError` if the answer has another format. */
export function parseAnswer({ text, mediaType }: Answer, { name }: Operation): unknown {
  if (!/\bjson\b/.test(mediaType)) throw new TypeError(`${name.join('.')} answered ${mediaType}: read its response()`)
  return JSON.parse(text)
}
