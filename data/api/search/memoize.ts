/** Bounds the memory of an import, whose rows have millions of distinct texts. */
const maxTexts = 20_000

/** The function, called once for each text as long as it is remembered: all are forgotten at once when there are too many. */
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
