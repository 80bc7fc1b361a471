/** What an error says. That of a server with several addresses has a part for each, and says nothing itself. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}

/** What an error says, with what those say that caused it, where that is more. */
export function messageWithCauses(error: Error): string {
  let text = error.message
  const seen = new Set<unknown>([error])
  for (let { cause } = error; cause instanceof Error && !seen.has(cause); { cause } = cause) {
    seen.add(cause)
    if (!text.includes(cause.message)) text = joined(text, cause.message)
  }
  return text
}

const withoutEnd = (text: string): string => text.replace(/\.$/, '')

/** A sentence stays one. */
const joined = (text: string, why: string): string =>
  `${withoutEnd(text)}: ${text.endsWith('.') ? `${withoutEnd(why)}.` : why}`
