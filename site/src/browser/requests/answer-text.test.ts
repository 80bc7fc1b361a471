import { describe, expect, it } from 'vitest'
import { bodyText, headerLines } from './answer-text.ts'

describe('text of a response', () => {
  it('lists the headers that matter, in a fixed order', () => {
    const headers = new Headers({ etag: '"a"', server: 'x', 'content-type': 'application/json' })
    expect(headerLines({ headers })).toBe('content-type: application/json\netag: "a"')
    expect(headerLines({ headers: new Headers() })).toBe('')
  })

  it('indents JSON, including that of problems', () => {
    expect(bodyText('{"a":[1]}', 'application/json')).toBe('{\n  "a": [\n    1\n  ]\n}')
    expect(bodyText('{"status":400}', 'application/problem+json')).toContain('"status": 400')
  })

  it('truncates long JSON and counts the characters of other media types', () => {
    const long = bodyText(JSON.stringify('x'.repeat(80_000)), 'application/json')
    expect(long.length).toBeLessThan(61_000)
    expect(long).toMatch(/\.\.\. and 20002 more characters$/)
    expect(bodyText('a,b', 'text/csv')).toBe('(text/csv, 3 characters)')
    expect(bodyText('{"a":1}\n{"a":2}\n', 'application/x-ndjson')).toBe('(application/x-ndjson, 16 characters)')
    expect(bodyText('', 'text/event-stream')).toContain('an endless stream')
  })
})
