// Schemas of values in observation lines. Instants become ms since 1970, ids become canonical, and absent fields are
// equivalent to null.
import { z } from 'zod'
import { instant as instantCodec, ParseError } from '../values/codecs.ts'
import { canonicalId, tagOf } from '../values/raw-key.ts'
import { usualInstant } from './usual-instant.ts'
import {
  unusual,
  usualFields,
  usualList,
  withUsualReader,
  usualReader,
  usualText,
  type LooseLine,
  type Shape,
} from './usual-values.ts'

const codec = instantCodec()

/** An instant in ISO 8601; UTC if it has no offset. Output: ms since 1970. */
export const instant = withUsualReader(
  z.string().transform((given, context) => {
    const plain = usualInstant(given)
    if (plain !== unusual) return plain
    const read = codec.read(given)
    if (!(read instanceof ParseError)) return Date.parse(String(read))
    context.addIssue({ code: 'custom', message: read.message })
    return z.NEVER
  }),
  usualInstant,
)

/** Rejects earlier instants: .NET writes the year 1 for a date that was not set. */
export const instantFrom1970 = withUsualReader(
  instant.refine((at) => at >= 0, 'expected an instant from 1970 on'),
  (value) => {
    const plain = usualInstant(value)
    return typeof plain === 'number' && plain >= 0 ? plain : unusual
  },
)

const only =
  (isUsual: (value: unknown) => boolean) =>
  (value: unknown): unknown =>
    isUsual(value) ? value : unusual

/** A whole number from `min` to `max`. */
const isWhole = (value: unknown, min: number, max: number): boolean =>
  Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max

export const count = withUsualReader(
  z.int().nonnegative(),
  only((value) => isWhole(value, 0, Number.MAX_SAFE_INTEGER)),
)
const maxQuantity = 2 ** 31 - 1
/** A number of items, at least 1. */
export const quantity = withUsualReader(
  z.int().positive().max(maxQuantity),
  only((value) => isWhole(value, 1, maxQuantity)),
)
export const flag = withUsualReader(
  z.boolean(),
  only((value) => typeof value === 'boolean'),
)
const maxTextLength = 4000
export const text = withUsualReader(
  z.string().max(maxTextLength),
  only((value) => typeof value === 'string' && value.length <= maxTextLength),
)
const plainDecimal = /^\d{1,15}(\.\d{1,12})?$/
export const decimal = withUsualReader(
  z.string().regex(plainDecimal, 'expected a decimal such as "16.5"'),
  only((value) => typeof value === 'string' && plainDecimal.test(value)),
)
/** A field whose value is ignored. */
export const ignored = withUsualReader(z.unknown().optional(), (value) => value)
const maxNameLength = 300
/** Index keys consist of up to four names, and PostgreSQL allows 2,704 bytes for a key. */
const maxNameBytes = 500
const bytesOfUnit = 3
const utf8 = new TextEncoder()

const hasNameBytes = (given: string): boolean =>
  given.length * bytesOfUnit <= maxNameBytes || utf8.encode(given).length <= maxNameBytes
const isNameOrEmpty = (given: unknown): given is string =>
  typeof given === 'string' && given.length <= maxNameLength && hasNameBytes(given)
const isName = (given: unknown): given is string => isNameOrEmpty(given) && given.length > 0

/** A name; it may be empty, because some observers send empty names. */
export const nameOrEmpty = withUsualReader(
  z.string().max(maxNameLength).refine(hasNameBytes, `expected at most ${maxNameBytes} bytes of UTF-8`),
  only(isNameOrEmpty),
)
/** A name that is not empty. */
export const name = withUsualReader(nameOrEmpty.min(1), only(isName))

/** A name that is converted to another spelling; names that start with `kept` need no conversion. */
const respelled = <T>(spell: (given: string) => T, kept?: string) =>
  withUsualReader(name.transform(spell), usualText(spell, isName, kept))

/** An id; a raw upstream key is converted to its canonical id. */
export const id = respelled(canonicalId, 'id.')
/** The id of a merchant, from an id, a raw key or a tag. */
export const idOf = (kind: string) => respelled((given) => `id.${kind}.${tagOf(given)}`)
/** The tag of a class, from an id, a raw key or a tag. */
export const tag = respelled(tagOf)
/** A text or a number used as an identifier, as text. */
export const label = withUsualReader(z.union([name, count.transform(String)]), only(isName))

function withDefault<T extends z.ZodType, Default>(schema: T, byDefault: Default) {
  const read = usualReader(schema)
  const given = schema.nullish().transform((value) => value ?? byDefault)
  return withUsualReader(given, (value) => (value == null ? byDefault : read(value)))
}

/** A field that may be absent and then is null. */
export const orNull = <T extends z.ZodType>(schema: T) => withDefault(schema, null)
/** A field that may be null and then is undefined. */
export const orAbsent = <T extends z.ZodType>(schema: T) => withDefault(schema, undefined)
/** A field that may be null or absent and then has the default value. */
export const orElse = <T extends z.ZodType>(schema: T, byDefault: NonNullable<z.output<T>>) =>
  withDefault(schema, byDefault)

export const listOf = <T extends z.ZodType>(schema: T, maxLength: number) =>
  withUsualReader(z.array(schema).max(maxLength), usualList(usualReader(schema), maxLength))

/** A line with these fields and any others. */
export const looseLine = <S extends Shape, Line>(shape: S, finish: (line: LooseLine<S>) => Line) =>
  withUsualReader(z.looseObject(shape).transform(finish), usualFields<S>(shape, finish))

/** A line with one of several schemas; `pick` chooses the one that validates it and reports its errors. */
export const chooseSchema = <T extends z.ZodType>(pick: (line: Readonly<Record<string, unknown>>) => T) =>
  z.record(z.string(), z.unknown()).transform((line, context): z.output<T> => {
    const read = pick(line).safeParse(line)
    if (read.success) return read.data
    for (const { path, message } of read.error.issues) context.addIssue({ code: 'custom', path, message })
    return z.NEVER
  })

/** JSON text of the fields of a line that `known` does not declare, which answers include; null if there are none. */
export function extraOf(
  line: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, unknown>>,
): string | null {
  const others = Object.keys(line).filter((column) => !Object.hasOwn(known, column) && line[column] !== null)
  return others.length === 0 ? null : JSON.stringify(Object.fromEntries(others.map((column) => [column, line[column]])))
}
