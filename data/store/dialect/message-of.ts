/**
 * The message of an error. An error of a server with several addresses has one for each of them, and none of its own.
 */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}

/** The message of an error, with those of its causes that it does not contain. */
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

/** The full stop of a sentence moves to the end. */
const joined = (text: string, why: string): string =>
  `${withoutEnd(text)}: ${text.endsWith('.') ? `${withoutEnd(why)}.` : why}`
