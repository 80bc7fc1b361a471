// `dl_` or its percent-encoded form, the prefix, and whatever follows directly: a whole key, a mistyped or a cut one.
const keyLike = /dl(_|%5f)([0-9a-z]{8})(?:\w|%5f|-)+/gi

/** The text with every key in it cut to its prefix, for log lines and messages. Prefixes alone stay. */
export const redactKeys = (text: string): string =>
  text.replace(keyLike, (_key, mark: string, prefix: string) => `dl${mark}${prefix}[redacted]`)
