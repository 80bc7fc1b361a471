// Values of observation lines. Instants become ms since 1970, ids canonical, absent and null the same.
import { z } from 'zod'
import { instant as instantCodec, ParseError } from '../values/codecs.ts'
import { canonicalId, tagOf } from '../values/raw-key.ts'

const codec = instantCodec()

/** How instants are mostly written: whole or with milliseconds, in UTC, on a day that every month has. */
const plainInstant = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z$/

/** ISO 8601 with or without offset; UTC by default. Output: ms since 1970. */
export const instant = z.string().transform((given, context) => {
  if (plainInstant.test(given)) return Date.parse(given)
  const read = codec.read(given)
  if (!(read instanceof ParseError)) return Date.parse(String(read))
  context.addIssue({ code: 'custom', message: read.message })
  return z.NEVER
})

export const count = z.int().nonnegative()
export const text = z.string().max(4000)
const name = z.string().min(1).max(300)

/** An id; raw upstream keys become canonical. */
export const id = name.transform(canonicalId)
/** The id of a merchant, from an id, a raw key or a tag. */
export const idOf = (kind: string) => name.transform((given) => `id.${kind}.${tagOf(given)}`)
/** The tag of a class, from an id, a raw key or a tag. */
export const tag = name.transform(tagOf)
/** A text or a number that names something, as text. */
export const label = z.union([name, count.transform(String)])

export const orNull = <T extends z.ZodType>(schema: T) => schema.nullable().default(null as never)
export const orElse = <T extends z.ZodType>(schema: T, byDefault: NonNullable<z.output<T>>) =>
  schema.nullish().transform((value) => value ?? byDefault)

/** A line of one of several shapes, of which `pick` chooses one; validation errors are those of the shape that was picked. */
export const shaped = <T extends z.ZodType>(pick: (line: Readonly<Record<string, unknown>>) => T) =>
  z.record(z.string(), z.unknown()).transform((line, context): z.output<T> => {
    const read = pick(line).safeParse(line)
    if (read.success) return read.data
    for (const { path, message } of read.error.issues) context.addIssue({ code: 'custom', path, message })
    return z.NEVER
  })

/** The columns of a line that it does not declare, as JSON text; they pass through to the answer. */
export function extraOf(
  line: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, unknown>>,
): string | null {
  const others = Object.keys(line).filter((column) => !Object.hasOwn(known, column) && line[column] !== null)
  return others.length === 0 ? null : JSON.stringify(Object.fromEntries(others.map((column) => [column, line[column]])))
}
