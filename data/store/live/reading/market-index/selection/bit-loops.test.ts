import { describe, expect, it } from 'vitest'
import { Stream } from '../../../../../sample/random.ts'
import {
  beginWith,
  countOf,
  groupAt,
  groupWords,
  narrowTo,
  narrowToBound,
  ofCell,
  stretch,
  stretchWords,
} from './bit-loops.ts'

const stream = new Stream('bit loops')
const from = 256
type Words = (at: number) => number
const random = () => Int32Array.from({ length: from + stretchWords }, () => stream.int(-(2 ** 31), 2 ** 31 - 1))
const read =
  (words: Int32Array): Words =>
  (at) =>
    words[at] ?? 0
const bitsOf = (words: readonly number[]) =>
  words.reduce((sum, word) => sum + (word >>> 0).toString(2).replaceAll('0', '').length, 0)
const counts = [128, 640, stretchWords]
const plainly = (count: number, wordAt: Words) => Array.from({ length: count }, (_, nth) => wordAt(from + nth) | 0)
const begun = (count: number) => [...stretch.subarray(0, count)]

describe('a stretch of bits', () => {
  it.each(counts)('of %d words is narrowed to a set, or to what is not in it, and counted', (count) => {
    const [held, set] = [random(), random()]
    for (const isWanted of [true, false]) {
      beginWith(held, from, count)
      narrowTo(set, isWanted, from, count)
      const expected = plainly(count, (at) => read(held)(at) & (isWanted ? read(set)(at) : ~read(set)(at)))
      expect(begun(count)).toEqual(expected)
      expect(countOf(count)).toBe(bitsOf(expected))
    }
  })

  it('is narrowed in a part alone', () => {
    const [held, set] = [random(), random()]
    beginWith(held, from, 384)
    narrowTo(set, true, from + 128, 128, 128)
    const isIn = (at: number) => at >= from + 128 && at < from + 256
    expect(begun(384)).toEqual(plainly(384, (at) => read(held)(at) & (isIn(at) ? read(set)(at) : -1)))
  })

  it.each(counts)('of %d words is narrowed by a bound, with what is in its cell apart', (count) => {
    const [held, upTo, upToDigit] = [random(), random(), random()]
    const below = random().map((word, at) => word & read(upTo)(at))
    // Few are in the cell.
    const belowDigit = upToDigit.map((word) => word & (stream.chance(0.5) ? -1 : ~1))
    for (const isLeast of [true, false])
      for (const isExact of [true, false]) {
        beginWith(held, from, count)
        const groups = narrowToBound({ below, upTo, belowDigit, upToDigit, isExact }, isLeast, from, count)
        const lower = (at: number) => read(below)(at) | (read(upTo)(at) & read(belowDigit)(at))
        const inCell = (at: number) => read(upTo)(at) & ~read(below)(at) & read(upToDigit)(at) & ~read(belowDigit)(at)
        const kept = (at: number) => (isLeast ? ~lower(at) : lower(at) | inCell(at))
        expect(begun(count)).toEqual(plainly(count, (at) => read(held)(at) & kept(at) & (isExact ? -1 : ~inCell(at))))
        if (isExact) {
          expect(groups).toBe(0)
          continue
        }
        const expected = plainly(count, (at) => read(held)(at) & inCell(at))
        expect([...ofCell.subarray(0, count)]).toEqual(expected)
        const starts = Array.from({ length: count / groupWords }, (_, nth) => nth * groupWords)
        const isAny = (start: number) => expected.slice(start, start + groupWords).some((word) => word !== 0)
        expect(starts.some(isAny)).toBe(true)
        expect(Array.from({ length: groups }, (_, nth) => groupAt(nth))).toEqual(starts.filter(isAny))
      }
  })
})
