import { expect, it } from 'vitest'
import { isNestedTooDeep, maxNestingDepth } from './nesting.ts'

const isTooDeep = (json: string) => isNestedTooDeep(json, JSON.parse(json))
const lists = (count: number) => '['.repeat(count) + ']'.repeat(count)

it('accepts exactly the allowed number of levels', () => {
  expect(isTooDeep(lists(maxNestingDepth))).toBe(false)
  expect(isTooDeep(lists(maxNestingDepth + 1))).toBe(true)
  expect(isTooDeep(`{"a":${lists(maxNestingDepth - 1)}}`)).toBe(false)
  expect(isTooDeep(`{"a":${lists(maxNestingDepth)}}`)).toBe(true)
})

it('counts levels, not brackets', () => {
  expect(isTooDeep(`[${'[],'.repeat(100)}{}]`)).toBe(false)
  expect(isTooDeep(JSON.stringify('['.repeat(100)))).toBe(false)
})
