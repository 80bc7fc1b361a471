// Loops over the bits of a run of places, in WebAssembly: 128 listings an instruction. Going through 5 M listings by one bound of a price
// takes 0.1 ms of processor time, in JavaScript 0.7.
import { op, v128, wasmModule, type WasmFunction } from './wasm-module.ts'

const bytesPerStep = 16
/** Words that one instruction takes. */
export const groupWords = bytesPerStep / Int32Array.BYTES_PER_ELEMENT

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

/** cell = upTo & ~below & upToDigit & ~belowDigit; taken = words & cell; words = words & ~cell */
const cell = 7
const takeCell = loopOver(
  'takeCell',
  6,
  { locals: [v128], hasResult: false },
  {
    step: [
      ...[...operand(2), ...operand(3), ...op.andNot, ...operand(4), ...op.and, ...operand(5), ...op.andNot],
      ...op.set(cell),
      ...[...op.get(1), ...operand(0), ...op.get(cell), ...op.and, ...op.store],
      ...inPlace([...operand(0), ...op.get(cell), ...op.andNot]),
    ],
  },
)

/** words = words | set */
const include = loopOver(
  'include',
  2,
  { locals: [], hasResult: false },
  { step: inPlace([...operand(0), ...operand(1), ...op.or]) },
)

/** The positions of groups of words in which any bit is set are put on a list, whose end is the result. */
const [words, list, end] = [0, 1, 2]
const listGroups: WasmFunction = {
  name: 'listGroups',
  ...{ parameters: 3, locals: [], hasResult: true },
  body: [
    ...op.repeatWhile(
      [
        // Without a branch: the next one takes the same place on the list where this one is nothing.
        ...[...op.get(list), ...op.get(words), ...op.storeInteger],
        ...[...op.get(list), ...operand(words), ...op.isAnySet, ...op.constant(2), ...op.shiftLeft, ...op.add],
        ...[...op.set(list), ...op.get(words), ...op.constant(bytesPerStep), ...op.add, ...op.set(words)],
      ],
      [...op.get(words), ...op.get(end), ...op.lessThan],
    ),
    ...op.get(list),
  ],
}

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

/** With a memory of their own. All positions are in bytes. */
export interface Loops {
  readonly memory: { readonly buffer: ArrayBuffer; grow(steps: number): void }
  narrowBySet(words: number, set: number, flip: number, end: number): void
  narrowByBound(words: number, below: number, upTo: number, digits: number, flip: number, end: number): void
  takeCell(
    words: number,
    taken: number,
    upTo: number,
    below: number,
    upToDigit: number,
    belowDigit: number,
    end: number,
  ): void
  include(words: number, set: number, end: number): void
  listGroups(words: number, list: number, end: number): number
  countBits(words: number, end: number): number
}

const compiled = new WebAssembly.Module(
  wasmModule([narrowBySet, narrowByBound, takeCell, include, listGroups, countBits]),
)

export const newLoops = (): Loops => new WebAssembly.Instance(compiled).exports as Loops
