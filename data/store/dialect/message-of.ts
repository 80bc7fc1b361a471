/** The message of an error. If a server has several addresses, the error has no message of its own but one for each. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}

/** The message of an error, followed by the messages of its causes that it does not contain. */
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

/** Joins two messages. If the first one ends with a full stop, that moves to the end. */
const joined = (text: string, why: string): string =>
  `${withoutEnd(text)}: ${text.endsWith('.') ? `${withoutEnd(why)}.` : why}`
