/** Number of set bits in a 32-bit word. */
export function bitCount(word: number): number {
  let count = word - ((word >>> 1) & 0x55555555)
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333)
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Index of the lowest set bit. */
export const lowestBit = (word: number): number => 31 - Math.clz32(word & -word)
