import type { IncomingMessage } from 'node:http'

const extra = new WeakMap<IncomingMessage, Readonly<Record<string, string>>>()

/** Headers that every answer to this request carries, whatever it turns out to be. */
export const setExtraHeaders = (req: IncomingMessage, headers: Readonly<Record<string, string>>): void =>
  void extra.set(req, headers)

export const extraHeadersOf = (req: IncomingMessage): Readonly<Record<string, string>> => extra.get(req) ?? {}
