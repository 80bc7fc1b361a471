import { expect, it } from 'vitest'
import { shorten } from './shorten.ts'

const long = 'x'.repeat(400)

it('a stream is its first event, whole, however long', () => {
  const event = `id: 1\ndata: {"name":"${long}"}\n\n`
  expect(shorten(event + event, { type: 'string' }, {})).toBe(event)
})

it('a text is truncated, unless its schema would reject the result', () => {
  expect(shorten(long, { type: 'string' }, {})).toBe(long.slice(0, 300))
  expect(shorten(long, { type: 'string', format: 'uri' }, {})).toBe(long)
  expect(shorten('a\n\nb', { type: 'string' }, {})).toBe('a\n\nb')
})
