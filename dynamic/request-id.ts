import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const boot = randomBytes(4).toString('hex')
const own = Symbol('request id')
let last = 0

/** The id of a request, in its log line, its header and its problems. */
export function requestIdOf(req: IncomingMessage & { [own]?: string }): string {
  return (req[own] ??= `${boot}-${(++last).toString(36)}`)
}
