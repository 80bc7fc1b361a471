// Loops over the bits of a stretch of places, in WebAssembly: 128 listings an instruction. Going through 5 M listings by one bound of a
// price takes 0.2 ms of processor time, in JavaScript 0.7. What they read is copied into a memory of their own, two thirds of that time; so the
// bitmaps themselves can be ordinary arrays, which grow and are given back as others.
import { blockWords } from '../columns/bitmap.ts'
import type { Bound } from '../columns/range-bitmaps.ts'
import { op, v128, wasmModule, type WasmFunction } from './wasm-module.ts'

/** How many words a stretch has at most: what is copied for it is still in the processor's nearest caches when it is read. */
export const stretchWords = 16 * blockWords

const bytesPerStep = 16
const slotBytes = stretchWords * Int32Array.BYTES_PER_ELEMENT

/** A function whose first parameters are positions of operands, which rise step by step up to the end that the last one names. */
function loopOver(
  name: string,
  operands: number,
  others: Pick<WasmFunction, 'locals' | 'hasResult'> & { readonly hasOption?: boolean },
  parts: { readonly step: readonly number[]; readonly after?: readonly number[] },
): WasmFunction {
  const end = operands + (others.hasOption ? 1 : 0)
  const positions = Array.from({ length: operands }, (_, nth) => nth)
  const advance = positions.flatMap((at) => [...op.get(at), ...op.constant(bytesPerStep), ...op.add, ...op.set(at)])
  const loop = op.repeatWhile([...parts.step, ...advance], [...op.get(0), ...op.get(end), ...op.lessThan])
  return { name, parameters: end + 1, ...others, body: [...loop, ...(parts.after ?? [])] }
}

const operand = (nth: number) => [...op.get(nth), ...op.load]
const inPlace = (value: readonly number[]) => [...op.get(0), ...value, ...op.store]
const flip = (parameter: number) => [...op.get(parameter), ...op.splat]

/** words = words & (set ^ flip) */
const narrowBySet = loopOver(
  'narrowBySet',
  2,
  { locals: [], hasResult: false, hasOption: true },
  { step: inPlace([...operand(0), ...operand(1), ...flip(2), ...op.xor, ...op.and]) },
)

/** words = words & ((below | (upTo & digits)) ^ flip) */
const narrowByBound = loopOver(
  'narrowByBound',
  4,
  { locals: [], hasResult: false, hasOption: true },
  {
    step: inPlace([
      ...[...operand(0), ...operand(1), ...operand(2), ...operand(3), ...op.and, ...op.or],
      ...[...flip(4), ...op.xor, ...op.and],
    ]),
  },
)

/** found = words & upTo & ~below & upToDigit & ~belowDigit; where that is anything is put on a list, whose end is the result */
const [listed, found] = [6, 8]
const findInCell = loopOver(
  'findInCell',
  6,
  { locals: [v128], hasResult: true, hasOption: true },
  {
    step: [
      ...[...operand(1), ...operand(2), ...op.and, ...operand(3), ...op.andNot],
      ...[...operand(4), ...op.and, ...operand(5), ...op.andNot, ...op.set(found)],
      ...inPlace(op.get(found)),
      // Without a branch: the next one takes the same place on the list where this one is nothing.
      ...[...op.get(listed), ...op.get(0), ...op.storeInteger],
      ...[
        ...op.get(listed),
        ...op.get(found),
        ...op.isAnySet,
        ...op.constant(2),
        ...op.shiftLeft,
        ...op.add,
        ...op.set(listed),
      ],
    ],
    after: op.get(listed),
  },
)

/** how many bits of words are set */
const sum = 2
const countBits = loopOver(
  'countBits',
  1,
  { locals: [v128], hasResult: true },
  {
    step: [
      ...[...op.get(sum), ...operand(0), ...op.bitCountOfBytes, ...op.pairsOfBytes, ...op.pairsOfShorts],
      ...[...op.addWords, ...op.set(sum)],
    ],
    after: [
      ...[...op.get(sum), ...op.lane(0), ...op.get(sum), ...op.lane(1), ...op.add],
      ...[...op.get(sum), ...op.lane(2), ...op.add, ...op.get(sum), ...op.lane(3), ...op.add],
    ],
  },
)

interface Loops {
  readonly memory: { readonly buffer: ArrayBuffer }
  narrowBySet(words: number, set: number, flip: number, end: number): void
  narrowByBound(words: number, below: number, upTo: number, digits: number, flip: number, end: number): void
  findInCell(
    found: number,
    words: number,
    upTo: number,
    below: number,
    upToDigit: number,
    belowDigit: number,
    listed: number,
    end: number,
  ): number
  countBits(words: number, end: number): number
}

const compiled = new WebAssembly.Module(wasmModule([narrowBySet, narrowByBound, findInCell, countBits]))
const loops = new WebAssembly.Instance(compiled).exports as Loops
const memory = new Int32Array(loops.memory.buffer)
const slot = (nth: number) => memory.subarray(nth * stretchWords, (nth + 1) * stretchWords)

/** The bits of the stretch that is being narrowed. */
export const stretch = slot(0)
/** Of these, those in the cell of the last bound. */
export const ofCell = slot(5)
const slots = [0, slotBytes, 2 * slotBytes, 3 * slotBytes, 4 * slotBytes, 5 * slotBytes, 6 * slotBytes] as const
const listedGroups = slot(6)

function copyIn(nth: number, set: Int32Array, from: number, count: number): void {
  memory.set(set.subarray(from, from + count), nth * stretchWords)
}

const bytesOf = (count: number) => count * Int32Array.BYTES_PER_ELEMENT

/** Begins a stretch: `count` words from one on. */
export function beginWith(set: Int32Array, from: number, count: number): void {
  copyIn(0, set, from, count)
}

/** Takes out of `count` words, from one of the stretch on, what a set lacks, or what it has; `from` is where these begin in the set. */
export function narrowTo(set: Int32Array, isWanted: boolean, from: number, count: number, at = 0): void {
  copyIn(1, set, from, count)
  loops.narrowBySet(bytesOf(at), slotBytes, isWanted ? 0 : -1, bytesOf(at + count))
}

/** Takes out what lies on the wrong side of a bound, and its cell unless that is exact. Returns in how many groups of words `ofCell` has any of it. */
export function narrowToBound(bound: Bound, isLeast: boolean, from: number, count: number): number {
  const { below, upTo, belowDigit, upToDigit, isExact } = bound
  const isBelow = isLeast === isExact
  copyIn(1, below, from, count)
  copyIn(2, upTo, from, count)
  if (isBelow || !isExact) copyIn(3, belowDigit, from, count)
  if (!isBelow || !isExact) copyIn(4, upToDigit, from, count)
  const [words, ofBelow, ofUpTo, ofBelowDigit, ofUpToDigit, cell, list] = slots
  const end = isExact
    ? list
    : loops.findInCell(cell, words, ofUpTo, ofBelow, ofUpToDigit, ofBelowDigit, list, cell + bytesOf(count))
  const digits = isBelow ? ofBelowDigit : ofUpToDigit
  loops.narrowByBound(words, ofBelow, ofUpTo, digits, isLeast ? -1 : 0, bytesOf(count))
  return (end - list) / Int32Array.BYTES_PER_ELEMENT
}

/** Where in the stretch the nth group of words begins, of which `ofCell` has any. */
export const groupAt = (nth: number): number => ((listedGroups[nth] ?? 0) - slots[5]) / Int32Array.BYTES_PER_ELEMENT
export const groupWords = bytesPerStep / Int32Array.BYTES_PER_ELEMENT

/** How many bits of the stretch are set. */
export const countOf = (count: number): number => loops.countBits(0, bytesOf(count))
