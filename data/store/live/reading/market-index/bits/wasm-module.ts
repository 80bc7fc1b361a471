// Assembles the part of WebAssembly's binary format that loops over bits need:
// https://webassembly.github.io/spec/core/binary/

type Code = readonly number[]

/** A function of a module. All its parameters and its result are i32. */
export interface WasmFunction {
  readonly name: string
  /** Number of parameters. */
  readonly parameters: number
  /** Types of the local variables, whose indexes follow those of the parameters. */
  readonly locals: readonly number[]
  readonly hasResult: boolean
  readonly body: Code
}

const types = { i32: 0x7f, i64: 0x7e, v128: 0x7b, function: 0x60 } as const
const { i32 } = types
export const { i64, v128 } = types

function unsigned(value: number): number[] {
  const last = value & 0x7f
  return value < 0x80 ? [last] : [last | 0x80, ...unsigned(value >>> 7)]
}

const simd = (code: number): Code => [0xfd, ...unsigned(code)]
const alignment = 4

/** Instructions. `load`, `store` and those from `splat` to `isAnySet` work on vectors of 128 bits. */
export const op = {
  get: (local: number): Code => [0x20, ...unsigned(local)],
  set: (local: number): Code => [0x21, ...unsigned(local)],
  /** `value` has to be below 8192, so that it fits into two bytes of signed LEB128. */
  constant: (value: number): Code => [0x41, (value & 0x7f) | 0x80, value >>> 7],
  add: [0x6a],
  shiftLeft: [0x74],
  storeInteger: [0x36, 2, 0],
  lessThan: [0x49],
  /** Runs `body` once, and again as long as `condition` is not 0. */
  repeatWhile: (body: Code, condition: Code): Code => [0x03, 0x40, ...body, ...condition, 0x0d, 0, 0x0b],
  /** `offset` is a number of bytes to add to the position. */
  load: (offset: number): Code => [...simd(0), alignment, ...unsigned(offset)],
  store: (offset: number): Code => [...simd(11), alignment, ...unsigned(offset)],
  splat: simd(0x11),
  and: simd(0x4e),
  andNot: simd(0x4f),
  or: simd(0x50),
  xor: simd(0x51),
  isAnySet: simd(0x53),
  /** Counts the bits of an i64. Counting them in a vector of 128 bits takes twice as long. */
  bitCount: [0x7b],
  loadLong: (offset: number): Code => [0x29, 3, ...unsigned(offset)],
  addLongs: [0x7c],
  wrap: [0xa7],
} as const

const list = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()]
const sized = (code: Code): Code => [...unsigned(code.length), ...code]
const nameOf = (name: string): Code => sized([...Buffer.from(name)])
const sections = { types: 1, functions: 3, memory: 5, exports: 7, code: 10 } as const
const section = (name: keyof typeof sections, items: readonly Code[]): Code => [sections[name], ...sized(list(items))]
const end = 0x0b

/** Pages of 64 KB. 65,536 are allowed, but the end of the last one would not fit into an i32. */
const maxPages = 65_535

/** Returns the bytes of a module that exports the functions, and a memory of 64 KB as `memory`. */
export function wasmModule(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const signatures = functions.map(({ parameters, hasResult }) => [
    types.function,
    ...list(Array.from({ length: parameters }, () => [i32])),
    ...list(hasResult ? [[i32]] : []),
  ])
  const bodies = functions.map(({ locals, body }) => sized([...list(locals.map((type) => [1, type])), ...body, end]))
  const exported = functions.map(({ name }, nth) => [...nameOf(name), 0, nth])
  return Uint8Array.from([
    ...Buffer.from('\0asm\u0001\0\0\0'),
    ...section('types', signatures),
    ...section(
      'functions',
      functions.map((_, nth) => unsigned(nth)),
    ),
    ...section('memory', [[1, 1, ...unsigned(maxPages)]]),
    ...section('exports', [[...nameOf('memory'), 2, 0], ...exported]),
    ...section('code', bodies),
  ])
}
