import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const boot = randomBytes(4).toString('hex')
const ids = new WeakMap<IncomingMessage, string>()
let last = 0

/** The id of a request, in its log line, its header and its problems. */
export function requestIdOf(req: IncomingMessage): string {
  const known = ids.get(req)
  if (known) return known
  last += 1
  const id = `${boot}-${last.toString(36)}`
  ids.set(req, id)
  return id
}
