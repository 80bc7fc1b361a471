import type { IncomingMessage } from 'node:http'

/** Headers that every answer to a request carries, whatever it turns out to be. */
export interface ExtraHeaders {
  /** Names and values in turn; no answer has them of its own. */
  readonly added: readonly string[]
  /** The answer is for one key alone. */
  readonly noStore: boolean
}

const none: ExtraHeaders = { added: [], noStore: false }
const extra = Symbol('extra headers')
type Marked = IncomingMessage & { [extra]?: ExtraHeaders }

export const setExtraHeaders = (req: Marked, headers: ExtraHeaders): void => void (req[extra] = headers)

export const extraHeadersOf = (req: Marked): ExtraHeaders => req[extra] ?? none
