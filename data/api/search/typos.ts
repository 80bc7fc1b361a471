/** Typos are counted in words of up to this length. */
const maxLength = 255
const newRow = () => new Uint8Array(maxLength + 1)
/** Three rows of the distance table, reused by all calls. */
const scratch = [newRow(), newRow(), newRow()] as const

/**
 * Number of typos between two words: inserted, missing or replaced letters and swapped neighbors, each letter being edited
 * at most once (optimal string alignment, the restricted Damerau-Levenshtein distance). Returns `max + 1` for more than `max`.
 */
export function typosBetween(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max || Math.max(one.length, other.length) > maxLength) return max + 1
  let start = 0
  while (start < one.length && one.charCodeAt(start) === other.charCodeAt(start)) start += 1
  let [end, otherEnd] = [one.length, other.length]
  while (end > start && otherEnd > start && one.charCodeAt(end - 1) === other.charCodeAt(otherEnd - 1)) {
    end -= 1
    otherEnd -= 1
  }
  return typosInside(one.slice(start, end), other.slice(start, otherEnd), max)
}

function typosInside(one: string, other: string, max: number): number {
  const width = other.length
  if (one.length === 0 || width === 0) return Math.max(one.length, width)
  let [beforeLast, last, row] = scratch
  for (let at = 0; at <= width; at += 1) last[at] = at
  for (let at = 1; at <= one.length; at += 1) {
    row[0] = at
    let least = at
    for (let to = 1; to <= width; to += 1) {
      const isSame = one.charCodeAt(at - 1) === other.charCodeAt(to - 1)
      let typos = (last[to - 1] as number) + Number(!isSame)
      typos = Math.min(typos, (last[to] as number) + 1, (row[to - 1] as number) + 1)
      if (isSwapped(one, at, other, to)) typos = Math.min(typos, (beforeLast[to - 2] as number) + 1)
      row[to] = typos
      if (typos < least) least = typos
    }
    if (least > max) return max + 1
    ;[beforeLast, last, row] = [last, row, beforeLast]
  }
  return Math.min(last[width] as number, max + 1)
}

/** Whether the two letters before these positions are the same in reverse order. */
const isSwapped = (one: string, at: number, other: string, to: number): boolean =>
  at > 1 &&
  to > 1 &&
  one.charCodeAt(at - 1) === other.charCodeAt(to - 2) &&
  one.charCodeAt(at - 2) === other.charCodeAt(to - 1)

/** The letters of a word as a bit mask: masks of words that differ by n typos differ in at most 2n bits. */
export function letterMask(word: string): number {
  let mask = 0
  for (let at = 0; at < word.length; at += 1) mask |= 1 << (word.charCodeAt(at) & 31)
  return mask
}
