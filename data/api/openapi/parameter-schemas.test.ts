import { expect, it } from 'vitest'
import { ParseError } from '../model/values/codecs.ts'
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
  // JSON Schema recommends this flag for patterns.
  const pattern = new RegExp(several.pattern, 'u')
  expect(values.every((one) => values.every((other) => pattern.test(`${one},${other}`)))).toBe(true)
  expect(['two-handed', 'two-handed,', 'two-handed,axb'].some((given) => pattern.test(given))).toBe(false)
})

it('of an instant takes the days that there are, from the year 0 on, and no others', () => {
  const endpoint = api.match(['v2', 'market'])?.endpoint
  const param = endpoint?.params.from
  if (!endpoint || !param) throw new Error('Listings have a window')
  const { anyOf } = querySchema(endpoint, 'from', param, emptySource) as { anyOf: readonly { pattern: string }[] }
  const patterns = anyOf.map(({ pattern }) => new RegExp(pattern, 'u'))
  for (const year of ['0000', '0001', '0004', '0100', '0400', '1900', '2000', '2023', '2024', '2100', '9996'])
    for (const day of ['02-28', '02-29', '02-30', '04-30', '04-31', '12-31', '00-01', '13-01', '01-00'])
      for (const text of [`${year}-${day}`, `${year}-${day}T12:00Z`]) {
        const isTaken = patterns.some((pattern) => pattern.test(text))
        expect(isTaken, text).toBe(!(param.codec.read(text) instanceof ParseError))
      }
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
