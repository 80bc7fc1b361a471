// Loops over the bits of a run, against plain sets of places.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BitMemory, blockNumbers, stretchBlocks, type Run } from './bit-memory.ts'
import { Bitmap } from './bitmap.ts'
import {
  beginWith,
  countIn,
  narrowTo,
  narrowToAny,
  narrowToBound,
  placesIn,
  putBack,
  taken,
  takeBand,
  takeCell,
  takeOthers,
} from './narrowing.ts'

const blocks = 2 * stretchBlocks
const length = blocks * blockNumbers
const memory = new BitMemory()

/** Some places in groups, so that many words have several bits or none. */
const sets = fc
  .array(fc.tuple(fc.nat(length - 1), fc.nat(60), fc.integer({ min: 1, max: 7 })), { maxLength: 40 })
  .map(
    (groups) =>
      new Set(
        groups.flatMap(([first, count, step]) =>
          Array.from({ length: count }, (_, nth) => (first + nth * step) % length),
        ),
      ),
  )
const runs = fc
  .tuple(fc.constantFrom(0, stretchBlocks), fc.nat(stretchBlocks - 1), fc.nat(stretchBlocks))
  .map(([begin, first, count]): Run => ({
    ...{ block: begin + first, blocks: Math.max(1, Math.min(count, stretchBlocks - first)) },
  }))

const made = (places: ReadonlySet<number>): Bitmap => {
  const bitmap = new Bitmap(memory)
  for (const place of places) bitmap.set(place, true)
  return bitmap
}
const isInRun = ({ block, blocks }: Run, place: number) =>
  place >= block * blockNumbers && place < (block + blocks) * blockNumbers
const rising = (places: Iterable<number>) => [...places].sort((a, b) => a - b)
const first = (count: number) => [...taken.subarray(0, count)]
const contents = (bitmap: Bitmap) => {
  const places = new Int32Array(blockNumbers * stretchBlocks)
  return [0, stretchBlocks].flatMap((block) => [
    ...places.subarray(0, placesIn(bitmap, { block, blocks: stretchBlocks }, places)),
  ])
}

/** What is left of a set where a run of it is narrowed, by definition and in fact. */
function expectLeft(
  held: ReadonlySet<number>,
  run: Run,
  stays: (place: number) => boolean,
  narrow: (into: Bitmap) => void,
) {
  const into = made(held)
  narrow(into)
  const left = rising(held).filter((place) => !isInRun(run, place) || stays(place))
  expect(contents(into)).toEqual(left)
  expect(countIn(into, run)).toBe(left.filter((place) => isInRun(run, place)).length)
  into.release()
}

describe('a run of a set', () => {
  it('begins with what another set has, whatever it had before', () => {
    fc.assert(
      fc.property(sets, sets, runs, (before, held, run) => {
        const into = made(before)
        beginWith(into, made(held), run)
        const outside = [...before].filter((place) => !isInRun(run, place))
        expect(contents(into)).toEqual(rising([...outside, ...[...held].filter((place) => isInRun(run, place))]))
      }),
      { numRuns: 60 },
    )
  })

  it('is narrowed to a set, and to what is not in it', () => {
    fc.assert(
      fc.property(sets, sets, runs, fc.boolean(), (held, set, run, isWanted) => {
        const bitmap = made(set)
        expectLeft(
          held,
          run,
          (place) => set.has(place) === isWanted,
          (into) => narrowTo(into, bitmap, isWanted, run),
        )
      }),
      { numRuns: 60 },
    )
  })

  it('is narrowed to any of several sets', () => {
    fc.assert(
      fc.property(sets, fc.array(sets, { maxLength: 3 }), runs, (held, some, run) => {
        const bitmaps = some.map(made)
        const stays = (place: number) => some.some((set) => set.has(place))
        expectLeft(held, run, stays, (into) => narrowToAny(into, bitmaps, run))
      }),
      { numRuns: 60 },
    )
  })

  it('is narrowed by a bound, from which its cell is taken', () => {
    const operands = fc.record({ below: sets, upTo: sets, belowDigit: sets, upToDigit: sets })
    fc.assert(
      fc.property(sets, operands, runs, fc.boolean(), (held, { below, upTo, belowDigit, upToDigit }, run, isLeast) => {
        // What is below something is up to it too.
        const [upToLevel, upToItsDigit] = [new Set([...below, ...upTo]), new Set([...belowDigit, ...upToDigit])]
        const bound = {
          ...{ below: made(below), upTo: made(upToLevel) },
          ...{ belowDigit: made(belowDigit), upToDigit: made(upToItsDigit) },
        }
        const isLower = (place: number, digits: ReadonlySet<number>) =>
          below.has(place) || (upToLevel.has(place) && digits.has(place))
        const stays = (place: number) => (isLeast ? !isLower(place, belowDigit) : isLower(place, upToItsDigit))
        expectLeft(held, run, stays, (into) => narrowToBound(into, bound, isLeast, run))
        const isInCell = (place: number) => isLower(place, upToItsDigit) && !isLower(place, belowDigit)
        const staysBeside = (place: number) => stays(place) && !isInCell(place)
        expectLeft(held, run, staysBeside, (into) => {
          narrowToBound(into, bound, isLeast, run)
          const count = takeCell(into, bound, isLeast, run)
          expect(first(count)).toEqual(rising(held).filter((place) => isInRun(run, place) && isInCell(place)))
        })
      }),
      { numRuns: 60 },
    )
  })

  it('is narrowed to what is between two bounds, from which the cells of both are taken', () => {
    const levels = fc.array(fc.tuple(fc.nat(length - 1), fc.nat(3), fc.nat(3)), { maxLength: 200 })
    const cell = fc.tuple(fc.nat(3), fc.nat(3))
    fc.assert(
      fc.property(levels, cell, cell, runs, (given, low, high, run) => {
        const cellOf = new Map(given.map(([place, level, digit]) => [place, 4 * level + digit]))
        const where = (holds: (level: number, digit: number) => boolean) =>
          made(new Set([...cellOf].filter(([, at]) => holds(at >> 2, at & 3)).map(([place]) => place)))
        const boundOf = ([level, digit]: readonly [number, number]) => ({
          ...{ below: where((one) => one < level), upTo: where((one) => one <= level) },
          ...{ belowDigit: where((_, one) => one < digit), upToDigit: where((_, one) => one <= digit) },
        })
        const [lowest, highest] = [4 * low[0] + low[1], 4 * high[0] + high[1]]
        const isInCell = (place: number) => [lowest, highest].includes(cellOf.get(place) ?? NaN)
        const isBetween = (place: number) =>
          (cellOf.get(place) ?? NaN) >= lowest && (cellOf.get(place) ?? NaN) <= highest
        const held = new Set(cellOf.keys())
        const stays = (place: number) => isBetween(place) && !isInCell(place)
        expectLeft(held, run, stays, (into) => {
          const count = takeBand(into, boundOf(low), boundOf(high), run)
          const inCells = rising(held).filter((place) => isInRun(run, place) && isBetween(place) && isInCell(place))
          expect(first(count)).toEqual(inCells)
        })
      }),
      { numRuns: 60 },
    )
  })

  it('is left by what a set lacks, and has again what is put back', () => {
    fc.assert(
      fc.property(sets, sets, runs, fc.nat(30), (held, set, run, max) => {
        const others = rising(held).filter((place) => isInRun(run, place) && !set.has(place))
        const back = new Set(others.slice(0, max))
        const bitmap = made(set)
        expectLeft(
          held,
          run,
          (place) => set.has(place) || back.has(place),
          (into) => {
            const count = takeOthers(into, bitmap, run)
            expect(first(count)).toEqual(others)
            putBack(into, Math.min(count, max), run)
          },
        )
      }),
      { numRuns: 60 },
    )
  })
})
