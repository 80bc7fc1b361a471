// Fast readers for the usual form of values, in which nearly all lines are written. Parsing with the schema takes several
// times as long and remains the fallback.
import type { z } from 'zod'

/** Returned for a value in an unusual form, which the schema has to parse. */
export const unusual = Symbol('left to the schema')

type ReadUsual = (value: unknown) => unknown
type Fields = Readonly<Record<string, unknown>>

const readers = new WeakMap<z.ZodType, ReadUsual>()

/** Returns a function that reads a value with the same result as the schema, or returns `unusual`. */
export const usualReader = (schema: z.ZodType): ReadUsual => readers.get(schema) ?? (() => unusual)

/** Registers a fast reader for a schema and returns the schema. `read` must return the schema's result, or `unusual`. */
export function withUsualReader<T extends z.ZodType>(schema: T, read: ReadUsual): T {
  readers.set(schema, read)
  return schema
}

export type Shape = Readonly<Record<string, z.ZodType>>
/** An object that has the fields of a shape, and any others. */
export type LooseLine<S extends Shape> = z.output<z.ZodObject<z.core.util.Writeable<S>, z.core.$loose>>
/** A reader for each field. */
type FieldReaders<S extends Shape> = {
  readonly [Name in keyof S]: (value: unknown) => z.output<S[Name]> | typeof unusual
}

export const usualReaders = <S extends Shape>(shape: S): FieldReaders<S> =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, usualReader(schema)])) as FieldReaders<S>

/** Returns a function that returns its argument if that is an object without undeclared fields, else undefined. */
export function fieldsAmong<S extends Shape>(
  shape: S,
): (value: unknown) => Partial<Record<keyof S, unknown>> | undefined {
  const known = new Set(Object.keys(shape))
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    for (const name in value) if (!known.has(name)) return undefined
    return value
  }
}

/** Returns a reader for objects with these fields and any others. */
export function usualFields<S extends Shape>(shape: S, finish: (line: LooseLine<S>) => unknown): ReadUsual {
  const fields = Object.entries(shape).map(([name, schema]) => ({ name, read: usualReader(schema) }))
  const known = new Set(Object.keys(shape))
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return unusual
    const given = value as Fields
    const line: Record<string, unknown> = {}
    for (const { name, read } of fields) {
      const found = read(given[name])
      if (found === unusual) return unusual
      line[name] = found
    }
    for (const name in given) {
      if (known.has(name)) continue
      if (name === '__proto__') return unusual
      line[name] = given[name]
    }
    return finish(line as LooseLine<S>)
  }
}

/** Returns a reader for lists of at most `maxLength` elements. */
export const usualList =
  (read: ReadUsual, maxLength: number): ReadUsual =>
  (value) => {
    if (!Array.isArray(value) || value.length > maxLength) return unusual
    const list = value.map(read)
    return list.includes(unusual) ? unusual : list
  }

/** Returns a reader for texts, most of which recur: results are cached. Texts that start with `kept` are returned unchanged. */
export function usualText(
  read: (text: string) => unknown,
  isUsual: (value: unknown) => value is string,
  kept?: string,
): ReadUsual {
  const known = new Map<string, unknown>()
  return (value) => {
    if (!isUsual(value)) return unusual
    if (kept !== undefined && value.startsWith(kept)) return value
    const found = known.get(value)
    if (found !== undefined) return found
    const result = read(value)
    if (known.size >= maxKnown) known.clear()
    known.set(value, result)
    return result
  }
}

const maxKnown = 10_000
