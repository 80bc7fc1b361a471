import { z } from 'zod'

export type Check = (value: unknown) => boolean

/**
 * Whether a value fits a schema: what `safeParse` says, in a fraction of its time for the plain kinds that rows are made of.
 * What is wrong with a value that does not fit only the schema can tell.
 */
export function quickCheck(schema: z.ZodType): Check {
  return plainCheck(schema) ?? ((value) => schema.safeParse(value).success)
}

/** Nothing for a schema that holds more than is known here. */
function plainCheck(schema: z.ZodType): Check | undefined {
  if (schema instanceof z.ZodString) return stringCheck(schema)
  if (schema instanceof z.ZodNumber) return numberCheck(schema)
  if (schema instanceof z.ZodArray && !schema.def.checks) {
    const check = quickCheck(schema.element as z.ZodType)
    return (value) => Array.isArray(value) && value.every(check)
  }
  if (schema instanceof z.ZodBoolean && isBare(schema)) return (value) => typeof value === 'boolean'
  return undefined
}

const isBare = ({ def }: z.ZodString | z.ZodNumber | z.ZodBoolean) => !def.coerce && !def.checks?.length

function numberCheck(schema: z.ZodNumber): Check | undefined {
  if (!isBare(schema)) return undefined
  if (schema.format === 'safeint') return Number.isSafeInteger
  return schema.format === null ? Number.isFinite : undefined
}

/** Of a length, of a pattern, or any. */
function stringCheck(schema: z.ZodString): Check | undefined {
  if (isBare(schema)) return (value) => typeof value === 'string'
  const [only, ...more] = schema.def.checks ?? []
  if (schema.def.coerce || more.length > 0) return undefined
  if (only instanceof z.core.$ZodCheckMinLength) {
    const { minimum } = only._zod.def
    return (value) => typeof value === 'string' && value.length >= minimum
  }
  if (only instanceof z.core.$ZodCheckRegex) {
    const { pattern } = only._zod.def
    return (value) => typeof value === 'string' && pattern.test(value)
  }
  return undefined
}
