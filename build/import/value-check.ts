// Zod describes the values of columns, and Ajv compiles the JSON Schema that Zod exports to functions. These only accept
// or reject a value, in about a seventh of Zod's time.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { z } from 'zod'
import type { Resource } from '../../data/api/model/resource.ts'

export type ValueCheck = (value: unknown) => boolean

// Zod counts UTF-16 units, and exports a pattern for every format, so Ajv needs no formats of its own.
const ajv = new Ajv2020({
  strictSchema: false,
  strictTypes: false,
  strictTuples: false,
  validateSchema: false,
  addUsedSchema: false,
  validateFormats: false,
  unicodeRegExp: false,
})

/** Compiled functions by the text of their JSON Schema: most columns share a few schemas. */
const compiled = new Map<string, ValidateFunction>()
const checks = new WeakMap<z.ZodType, ValueCheck>()

/**
 * Returns a function that accepts exactly the JSON values that `safeParse` accepts. For schemas that JSON Schema cannot
 * express, it calls `safeParse`. Regular expressions must not have flags, which JSON Schema cannot express.
 */
export function valueCheck(schema: z.ZodType): ValueCheck {
  const check = checks.get(schema) ?? makeCheck(schema)
  checks.set(schema, check)
  return check
}

function makeCheck(schema: z.ZodType): ValueCheck {
  const text = jsonSchemaOf(schema)
  if (text === undefined) return (value) => schema.safeParse(value).success
  const check = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object)
  compiled.set(text, check)
  return check
}

/** Returns a function that tells whether `bundleRowSchema` accepts a row. */
export function bundleRowCheck({
  columns,
  key,
}: Pick<Resource, 'columns' | 'key'>): (row: Record<string, unknown>) => boolean {
  const declared = Object.entries(columns).filter(([name]) => !name.endsWith('*'))
  const checks = new Map(declared.map(([name, { schema }]) => [name, valueCheck(schema)]))
  return (row) => {
    for (const name in row) {
      const value = row[name]
      if (value !== null && value !== undefined && checks.get(name)?.(value) === false) return false
    }
    return key.every((name) => checks.get(name)?.(row[name]) ?? true)
  }
}

const expressibleTypes = [
  ...[z.ZodString, z.ZodStringFormat, z.ZodNumber, z.ZodBoolean, z.ZodEnum, z.ZodLiteral, z.ZodNull, z.ZodUnknown],
  ...[z.ZodArray, z.ZodObject, z.ZodRecord, z.ZodUnion, z.ZodNullable, z.ZodOptional],
]
const expressibleChecks = [
  ...[z.core.$ZodCheckMinLength, z.core.$ZodCheckMaxLength, z.core.$ZodCheckLengthEquals],
  ...[z.core.$ZodCheckRegex, z.core.$ZodCheckStringFormat],
  ...[z.core.$ZodCheckGreaterThan, z.core.$ZodCheckLessThan, z.core.$ZodCheckNumberFormat],
]

class NotExpressible extends Error {}

/** The text of a schema's JSON Schema; undefined if that would not accept the same values. */
function jsonSchemaOf(schema: z.ZodType): string | undefined {
  try {
    const { $schema: _, ...json } = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      override({ zodSchema }) {
        if (!isExpressible(zodSchema)) throw new NotExpressible()
      },
    })
    return JSON.stringify(json)
  } catch (error) {
    if (error instanceof NotExpressible) return undefined
    throw error
  }
}

function isExpressible(schema: z.core.$ZodType): boolean {
  if (!(schema instanceof z.ZodType) || !expressibleTypes.some((type) => schema instanceof type)) return false
  if ('coerce' in schema.def && schema.def.coerce) return false
  return (schema.def.checks ?? []).every((check) => expressibleChecks.some((type) => check instanceof type))
}
