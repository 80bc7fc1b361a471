// `dl_` or its percent-encoded form, a prefix, and everything that follows directly: a whole, mistyped or truncated
// key.
const keyLike = /dl(_|%5f)([0-9a-z]{8})(?:\w|%5f|-)+/gi

/** Reduces every key in a text to its prefix, for logs and messages. A prefix alone is not changed. */
export const redactKeys = (text: string): string =>
  text.replace(keyLike, (_key, mark: string, prefix: string) => `dl${mark}${prefix}[redacted]`)
