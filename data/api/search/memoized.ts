/** Bounds the memory of an import, whose rows have millions of distinct texts. */
const most = 20_000

/** The function, called once for each text as long as it is remembered: all are forgotten at once when there are too many. */
export function memoized<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const value = known.get(text) ?? make(text)
    if (known.size >= most) known.clear()
    known.set(text, value)
    return value
  }
}
