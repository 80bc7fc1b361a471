import { describe, expect, it } from 'vitest'
import { commentOf, fieldsOf, keyOf, parameterType, typeOf } from './schema-types.ts'

const text = { type: 'string' }

describe('the TypeScript of a schema', () => {
  it.each([
    [text, 'string'],
    [{ type: 'integer', minimum: 1 }, 'number'],
    [{ type: ['number', 'null'] }, 'number | null'],
    [{ type: 'boolean', const: true }, 'true'],
    [{ type: 'string', enum: ['a', 'b'] }, '"a" | "b"'],
    [{ $ref: '#/components/schemas/ItemsRow' }, 'ItemsRow'],
    [{ type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
    [{ type: 'array', prefixItems: [text, { type: 'integer' }] }, '[string, number]'],
    [{ type: ['array', 'null'], items: text }, 'string[] | null'],
    [{ anyOf: [text, { type: 'string', format: 'date' }] }, 'string'],
    [{ oneOf: [{ $ref: '#/a/A' }, { $ref: '#/a/B' }] }, 'A | B'],
    [{ type: 'object', additionalProperties: text }, 'Record<string, string>'],
    [{ type: 'object', additionalProperties: true }, 'Record<string, unknown>'],
    [{ description: 'Anything.' }, 'unknown'],
  ])('%j is %s', (schema, type) => {
    expect(typeOf(schema)).toBe(type)
  })

  it('names the values of an open enumeration, and allows any other', () => {
    expect(typeOf({ anyOf: [{ type: 'string', enum: ['a'] }, text, { type: 'null' }] })).toBe(
      '"a" | (string & {}) | null',
    )
  })

  it('has a line for each field of an object, even of a nested one', () => {
    const inner = { type: 'object', properties: { 'x-y': text }, required: ['x-y'] }
    expect(typeOf({ type: 'object', properties: { one: { ...inner, description: 'First.' } } })).toBe(
      '{\n  /** First. */\n  one?: {\n    "x-y": string\n  }\n}',
    )
  })

  it('has an index signature for a family of columns', () => {
    expect(fieldsOf({ properties: { 'primary_min_*': { type: ['number', 'null'] } } })).toEqual([
      '[name: `primary_min_${string}`]: number | null | undefined',
    ])
  })

  it.each([[{ not: text }], [{ type: 'date' }], [{ allOf: [text] }]])('throws for %j', (schema) => {
    expect(() => typeOf(schema)).toThrow('There is no TypeScript for')
  })
})

describe('the type of a parameter', () => {
  it('allows a Date for an instant', () => {
    expect(parameterType({ anyOf: [{ ...text, format: 'date-time' }, text] })).toBe('string | Date')
  })

  it('allows one value or a list for a filter by several values', () => {
    const several = {
      anyOf: [
        { type: 'string', enum: ['a', 'b'] },
        { ...text, pattern: '^.*$' },
      ],
    }
    expect(parameterType(several, true)).toBe('("a" | "b") | readonly ("a" | "b")[]')
    expect(parameterType(text, true)).toBe('(string | number) | readonly (string | number)[]')
  })

  it('allows a number for a text, because ids of patches and listings are numbers in answers', () => {
    expect(parameterType(text)).toBe('string | number')
    expect(parameterType({ type: 'object', additionalProperties: text })).toBe('Record<string, string | number>')
  })

  it('allows any column with the prefix of a family', () => {
    const columns = { type: 'array', items: { type: 'string', enum: ['name', '-primary_max_*'] } }
    const listed = '("name" | `-primary_max_${string}`) | readonly ("name" | `-primary_max_${string}`)[]'
    expect(parameterType(columns)).toBe(listed)
    expect(parameterType({ anyOf: [{ type: 'string', enum: ['asc', 'desc'] }, columns] })).toBe(
      `"asc" | "desc" | ${listed}`,
    )
  })

  it('allows a single value for a list', () => {
    expect(parameterType({ type: 'array', items: { type: 'string', enum: ['a', 'b'] } })).toBe(
      '("a" | "b") | readonly ("a" | "b")[]',
    )
  })
})

it('names and comments cannot end the construct that contains them', () => {
  expect(['name', 'a-b', '2nd'].map(keyOf)).toEqual(['name', '"a-b"', '"2nd"'])
  expect(commentOf('ends */ here\nand here')).toEqual(['/** ends *\\/ here and here */'])
  expect([commentOf(''), commentOf(undefined)]).toEqual([[], []])
})
