/** Limits the memory of an import, whose rows may have millions of distinct texts. */
const maxTexts = 20_000

/** Caches the results of a function by text. When the cache is full, all results are dropped at once. */
export function memoize<T extends string | number | object>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const remembered = known.get(text)
    if (remembered !== undefined) return remembered
    if (known.size >= maxTexts) known.clear()
    const value = make(text)
    known.set(text, value)
    return value
  }
}
