const beyondSurrogates = /[\ud800-\uffff]/g
const moveUnit = (unit: string) =>
  String.fromCharCode(unit >= '\ue000' ? unit.charCodeAt(0) - 0x800 : unit.charCodeAt(0) + 0x2000)

/**
 * A text that JavaScript compares as the UTF-8 bytes of the given one, in the order of code points: in UTF-16 only
 * surrogates are out of place, and are moved behind U+FFFF.
 */
export const byteOrderKey = (text: string): string => text.replace(beyondSurrogates, moveUnit)

/** Texts in the order of their UTF-8 bytes. */
export function sortBytewise(texts: readonly string[]): string[] {
  if (!texts.some((text) => text.search(beyondSurrogates) !== -1)) return texts.toSorted()
  const both = texts.map((text) => [byteOrderKey(text), text] as const)
  return both.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
}
