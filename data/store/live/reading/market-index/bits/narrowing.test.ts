// Compares operations on the bits of a run with the same operations on plain sets of places.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BitMemory, placesPerBlock, blocksPerStretch, type Run } from './bit-memory.ts'
import { Bitmap } from './bitmap.ts'
import {
  copyRun,
  countIn,
  narrowTo,
  narrowToAny,
  narrowToBound,
  placesIn,
  putBack,
  takeBand,
  takeCell,
  takenPlaces,
  takeOthers,
} from './narrowing.ts'

const blocks = 2 * blocksPerStretch
const length = blocks * placesPerBlock
const memory = new BitMemory()

/** Sets of places in groups, so that many words have several bits or none. */
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
  .tuple(fc.constantFrom(0, blocksPerStretch), fc.nat(blocksPerStretch - 1), fc.nat(blocksPerStretch))
  .map(([begin, first, count]): Run => ({
    ...{ block: begin + first, blocks: Math.max(1, Math.min(count, blocksPerStretch - first)) },
  }))

const bitmapOf = (places: ReadonlySet<number>): Bitmap => {
  const bitmap = new Bitmap(memory)
  for (const place of places) bitmap.set(place, true)
  return bitmap
}
const isInRun = ({ block, blocks }: Run, place: number) =>
  place >= block * placesPerBlock && place < (block + blocks) * placesPerBlock
const ascending = (places: Iterable<number>) => [...places].sort((a, b) => a - b)
const first = (count: number) => [...takenPlaces.subarray(0, count)]
const contents = (bitmap: Bitmap) => {
  const places = new Int32Array(placesPerBlock * blocksPerStretch)
  return [0, blocksPerStretch].flatMap((block) => [
    ...places.subarray(0, placesIn(bitmap, { block, blocks: blocksPerStretch }, places)),
  ])
}

/** What is left of a set where a run of it is narrowed, by definition and in fact. */
function expectLeft(
  held: ReadonlySet<number>,
  run: Run,
  stays: (place: number) => boolean,
  narrow: (into: Bitmap) => void,
) {
  const into = bitmapOf(held)
  narrow(into)
  const left = ascending(held).filter((place) => !isInRun(run, place) || stays(place))
  expect(contents(into)).toEqual(left)
  expect(countIn(into, run)).toBe(left.filter((place) => isInRun(run, place)).length)
  into.release()
}

describe('a run of a bitmap', () => {
  it('is replaced by the run of another bitmap', () => {
    fc.assert(
      fc.property(sets, sets, runs, (before, held, run) => {
        const into = bitmapOf(before)
        copyRun(into, bitmapOf(held), run)
        const outside = [...before].filter((place) => !isInRun(run, place))
        expect(contents(into)).toEqual(ascending([...outside, ...[...held].filter((place) => isInRun(run, place))]))
      }),
      { numRuns: 60 },
    )
  })

  it('is narrowed to a set or to its complement', () => {
    fc.assert(
      fc.property(sets, sets, runs, fc.boolean(), (held, set, run, isWanted) => {
        const bitmap = bitmapOf(set)
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

  it('is narrowed to the union of several sets', () => {
    fc.assert(
      fc.property(sets, fc.array(sets, { maxLength: 3 }), runs, (held, some, run) => {
        const bitmaps = some.map(bitmapOf)
        const stays = (place: number) => some.some((set) => set.has(place))
        expectLeft(held, run, stays, (into) => narrowToAny(into, bitmaps, run))
      }),
      { numRuns: 60 },
    )
  })

  it('is narrowed to one side of a bound, whose cell is then taken out', () => {
    const operands = fc.record({ below: sets, upTo: sets, belowDigit: sets, upToDigit: sets })
    fc.assert(
      fc.property(
        sets,
        operands,
        runs,
        fc.boolean(),
        (held, { below, upTo, belowDigit, upToDigit }, run, isLowerBound) => {
          // Places below a level or digit are up to it too.
          const [upToLevel, upToItsDigit] = [new Set([...below, ...upTo]), new Set([...belowDigit, ...upToDigit])]
          const bound = {
            ...{ below: bitmapOf(below), upTo: bitmapOf(upToLevel) },
            ...{ belowDigit: bitmapOf(belowDigit), upToDigit: bitmapOf(upToItsDigit) },
          }
          const isLower = (place: number, digits: ReadonlySet<number>) =>
            below.has(place) || (upToLevel.has(place) && digits.has(place))
          const stays = (place: number) => (isLowerBound ? !isLower(place, belowDigit) : isLower(place, upToItsDigit))
          expectLeft(held, run, stays, (into) => narrowToBound(into, bound, isLowerBound, run))
          const isInCell = (place: number) => isLower(place, upToItsDigit) && !isLower(place, belowDigit)
          const staysBeside = (place: number) => stays(place) && !isInCell(place)
          expectLeft(held, run, staysBeside, (into) => {
            narrowToBound(into, bound, isLowerBound, run)
            const count = takeCell(into, bound, isLowerBound, run)
            expect(first(count)).toEqual(ascending(held).filter((place) => isInRun(run, place) && isInCell(place)))
          })
        },
      ),
      { numRuns: 60 },
    )
  })

  it('is narrowed to the range between two bounds, whose cells are taken out', () => {
    const levels = fc.array(fc.tuple(fc.nat(length - 1), fc.nat(3), fc.nat(3)), { maxLength: 200 })
    const cell = fc.tuple(fc.nat(3), fc.nat(3))
    fc.assert(
      fc.property(levels, cell, cell, runs, (given, low, high, run) => {
        const cellOf = new Map(given.map(([place, level, digit]) => [place, 4 * level + digit]))
        const where = (holds: (level: number, digit: number) => boolean) =>
          bitmapOf(new Set([...cellOf].filter(([, at]) => holds(at >> 2, at & 3)).map(([place]) => place)))
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
          const inCells = ascending(held).filter((place) => isInRun(run, place) && isBetween(place) && isInCell(place))
          expect(first(count)).toEqual(inCells)
        })
      }),
      { numRuns: 60 },
    )
  })

  it('loses the places that a set lacks, and has those again that are put back', () => {
    fc.assert(
      fc.property(sets, sets, runs, fc.nat(30), (held, set, run, max) => {
        const others = ascending(held).filter((place) => isInRun(run, place) && !set.has(place))
        const back = new Set(others.slice(0, max))
        const bitmap = bitmapOf(set)
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
