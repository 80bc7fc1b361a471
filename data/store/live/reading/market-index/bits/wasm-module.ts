// As much of WebAssembly's binary format as loops over bits need: https://webassembly.github.io/spec/core/binary/

type Code = readonly number[]

/** A function of the module, all of whose parameters and results are i32. */
export interface WasmFunction {
  readonly name: string
  readonly parameters: number
  /** Types of its variables, which have the numbers after the parameters. */
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

/** Instructions by their names in the specification. */
export const op = {
  get: (local: number): Code => [0x20, ...unsigned(local)],
  set: (local: number): Code => [0x21, ...unsigned(local)],
  /** Below 8192, which is two bytes with a sign. */
  constant: (value: number): Code => [0x41, (value & 0x7f) | 0x80, value >>> 7],
  add: [0x6a],
  shiftLeft: [0x74],
  storeInteger: [0x36, 2, 0],
  lessThan: [0x49],
  /** Repeats what is in it for as long as `condition` holds. */
  repeatWhile: (body: Code, condition: Code): Code => [0x03, 0x40, ...body, ...condition, 0x0d, 0, 0x0b],
  /** At so many bytes after a position. */
  load: (offset: number): Code => [...simd(0), alignment, ...unsigned(offset)],
  store: (offset: number): Code => [...simd(11), alignment, ...unsigned(offset)],
  splat: simd(0x11),
  and: simd(0x4e),
  andNot: simd(0x4f),
  or: simd(0x50),
  xor: simd(0x51),
  isAnySet: simd(0x53),
  /** Of 64 bits: counting these in a register of 128 takes twice as long. */
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

/** Of 64 KB; not 65,536, so that the end of the last one is an i32. */
const maxPages = 65_535

/** The module with these functions and a memory of 64 KB, which are exported. */
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
