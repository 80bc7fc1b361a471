/** The function, called once for each text. */
export function memoized<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const value = known.get(text) ?? make(text)
    known.set(text, value)
    return value
  }
}
