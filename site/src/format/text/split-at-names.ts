interface Part {
  readonly text: string
  /** True if the part is one of the names. */
  readonly isName: boolean
}

/** Splits a text at the names in it, so that they can be marked; the longest of overlapping names is used. */
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
