import type { Term } from '../../../api/live/live-store.ts'
import { blockNumbers, blockWords, lowestBit } from './bits.ts'
import { codedNames, isOneOf, measuredNames, type MarketColumns } from './market-columns.ts'

/** Takes out of the bits of a block those of listings for which a condition does not hold. */
export type Narrow = (words: Int32Array, block: number) => void

/** Nothing where the condition is on a text that too few listings have. Throws for a column that the index has not. */
export function narrowOf(columns: MarketColumns, { column, is, value }: Term, now: number): Narrow | undefined {
  if (isOneOf(codedNames, column)) {
    const bits = columns.coded[column].bits(String(value))
    return bits && within(bits.words, true)
  }
  if (isOneOf(measuredNames, column)) {
    const bound = Number(value)
    const { values } = columns.measured[column]
    const { below, upTo } = columns.levels[column].around(bound)
    return is === 'atLeast'
      ? outside(below, upTo, (number) => (values[number] ?? 0) >= bound)
      : inside(below, upTo, (number) => (values[number] ?? 0) <= bound)
  }
  if (column === 'created_at') return created(columns, is === 'atLeast', Number(value))
  if (column === 'has_expired') return expired(columns, now, value === true)
  if (column === 'has_sold' || column === 'has_cancelled') return within(columns.flagged[column].words, value === true)
  throw new Error(`The market's index has no column ${column}`)
}

type Check = (number: number) => boolean

/** The bits of a word whose listings pass. */
function checked(word: number, at: number, passes: Check): number {
  let kept = word
  for (let left = word; left !== 0; left &= left - 1) {
    const place = lowestBit(left)
    if (!passes(at * 32 + place)) kept &= ~(1 << place)
  }
  return kept
}

function within(set: Int32Array, wanted: boolean): Narrow {
  const flip = wanted ? 0 : -1
  return (words, block) => {
    const base = block * blockWords
    for (let at = 0; at < blockWords; at += 1) words[at] = (words[at] ?? 0) & ((set[base + at] ?? 0) ^ flip)
  }
}

/** Those up to a bound. */
function inside(below: Int32Array, upTo: Int32Array, passes: Check): Narrow {
  return (words, block) => {
    const base = block * blockWords
    for (let at = 0; at < blockWords; at += 1) {
      const word = words[at] ?? 0
      if (word === 0) continue
      const sure = word & (below[base + at] ?? 0)
      const open = word & (upTo[base + at] ?? 0) & ~sure
      words[at] = open === 0 ? sure : sure | checked(open, base + at, passes)
    }
  }
}

/** Those from a bound on. */
function outside(below: Int32Array, upTo: Int32Array, passes: Check): Narrow {
  return (words, block) => {
    const base = block * blockWords
    for (let at = 0; at < blockWords; at += 1) {
      const word = words[at] ?? 0
      if (word === 0) continue
      const reached = upTo[base + at] ?? 0
      const open = word & reached & ~(below[base + at] ?? 0)
      words[at] = open === 0 ? word & ~reached : (word & ~reached) | checked(open, base + at, passes)
    }
  }
}

function created({ createdAt }: MarketColumns, isLeast: boolean, bound: number): Narrow {
  const { values } = createdAt
  const isLater: Check = (number) => (values[number] ?? 0) >= bound === isLeast
  return (words, block) => {
    const allLater = createdAt.least(block) >= bound
    if (allLater || createdAt.most(block) < bound) {
      if (allLater !== isLeast) words.fill(0)
      return
    }
    const base = block * blockWords
    for (let at = 0; at < blockWords; at += 1) words[at] = checked(words[at] ?? 0, base + at, isLater)
  }
}

/** Seen as expired, or past its end and neither sold nor cancelled (DESIGN 3). */
function expired({ expiresAt, flagged }: MarketColumns, now: number, wanted: boolean): Narrow {
  const { values } = expiresAt
  const [seen, sold, cancelled] = [flagged.has_expired.words, flagged.has_sold.words, flagged.has_cancelled.words]
  const flip = wanted ? 0 : -1
  const isPast: Check = (number) => (values[number] ?? 0) <= now
  return (words, block) => {
    const base = block * blockWords
    const allPast = expiresAt.most(block) <= now
    const nonePast = expiresAt.least(block) > now
    for (let at = 0; at < blockWords; at += 1) {
      const word = words[at] ?? 0
      if (word === 0) continue
      const known = seen[base + at] ?? 0
      const open = word & ~known & ~(sold[base + at] ?? 0) & ~(cancelled[base + at] ?? 0)
      const past = nonePast ? 0 : allPast ? open : checked(open, base + at, isPast)
      words[at] = word & ((known | past) ^ flip)
    }
  }
}

/** How many blocks the numbers below `end` fill. */
export const blocksOf = (end: number): number => Math.ceil(end / blockNumbers)
