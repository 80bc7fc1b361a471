import { expect, it } from 'vitest'
import { api } from '../table.ts'
import { pathParameterSchema, querySchema } from './parameter-schemas.ts'
import { emptySource } from './source.ts'

it('has a pattern that every validator can read, whatever characters the values have', () => {
  const values = ['two-handed', 'one/two', 'a.b*(c)[d]{e}|f$^+?\\g', 'épée']
  const endpoint = api.match(['v2', 'items'])?.endpoint
  const param = endpoint?.params.hand_type
  if (!endpoint || !param) throw new Error('Items are filtered by hand_type')
  const schema = querySchema(endpoint, 'hand_type', param, { ...emptySource, valuesOf: () => values })
  const [, several] = schema.anyOf as readonly [unknown, { readonly pattern: string }]
  // As JSON Schema says that patterns are to be read.
  const pattern = new RegExp(several.pattern, 'u')
  expect(values.every((one) => values.every((other) => pattern.test(`${one},${other}`)))).toBe(true)
  expect(['two-handed', 'two-handed,', 'two-handed,axb'].some((given) => pattern.test(given))).toBe(false)
})

/** Every pattern anywhere in a schema. */
function patternsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'pattern' in schema && typeof schema.pattern === 'string' ? [schema.pattern] : []
  return [...own, ...Object.values(schema).flatMap(patternsIn)]
}

it('every pattern is a regular expression in other languages too, which have no escape for four digits', () => {
  const schemas = api.endpoints.flatMap((endpoint) =>
    Object.entries(endpoint.params).map(([name, param]) => querySchema(endpoint, name, param, emptySource)),
  )
  const patterns = patternsIn([pathParameterSchema, ...schemas])
  expect(patterns.length).toBeGreaterThan(200)
  for (const pattern of patterns) expect(pattern).not.toContain('\\u')
})
