import type { Endpoint } from '../../../data/api/model/endpoint.ts'

interface ParameterSchema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly items?: { readonly enum?: readonly string[] }
  readonly examples?: readonly string[]
}

/** Returns a valid and an invalid value of a parameter, derived from the schema of its codec. */
export function valuesOf({ codec }: Endpoint['params'][string]): [valid: string, invalid: string] {
  const { type, enum: values, minimum, items, examples } = codec.schema as ParameterSchema
  if (type === 'array') return [examples?.[0] ?? items?.enum?.[0] ?? 'ember', ',']
  if (values) return [values[0] ?? '', 'nope']
  if (type === 'integer' || type === 'number') return [String(Math.max(2, minimum ?? 0)), 'x']
  return type === 'boolean' ? ['true', 'maybe'] : ['ember', 'x'.repeat(201)]
}
