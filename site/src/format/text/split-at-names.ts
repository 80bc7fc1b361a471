interface Part {
  readonly text: string
  /** It is one of the names. */
  readonly isName: boolean
}

/** A text in parts, so that the names in it can be marked; of names that overlap the longest. */
export function splitAtNames(text: string, names: readonly string[]): Part[] {
  const longestFirst = names.filter((name) => name !== '').toSorted((a, b) => b.length - a.length)
  if (longestFirst.length === 0) return text === '' ? [] : [{ text, isName: false }]
  const pattern = new RegExp(`(${longestFirst.map(asPattern).join('|')})`)
  return text
    .split(pattern)
    .map((part, place) => ({ text: part, isName: place % 2 === 1 }))
    .filter((part) => part.text !== '')
}

const asPattern = (name: string) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
