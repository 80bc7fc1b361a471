import { expect, it } from 'vitest'
import { prefersJson } from './media-preference.ts'

it.each([
  'application/json',
  'application/problem+json, */*;q=0.1',
  'application/json, text/plain, */*',
  'text/html;q=0.5, application/json;q=0.9',
])('%s prefers JSON', (accept) => expect(prefersJson(accept)).toBe(true))

it.each([
  undefined,
  '',
  '*/*',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/html, application/json',
  'application/json;q=0.1, */*',
  'application/json;q=0',
])('%s does not', (accept) => expect(prefersJson(accept)).toBe(false))
