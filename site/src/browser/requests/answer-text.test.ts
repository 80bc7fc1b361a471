import { describe, expect, it } from 'vitest'
import { bodyText, headerLines } from './answer-text.ts'

describe('an answer as a visitor sees it', () => {
  it('has the headers that tell something, in one order', () => {
    const headers = new Headers({ etag: '"a"', server: 'x', 'content-type': 'application/json' })
    expect(headerLines({ headers })).toBe('content-type: application/json\netag: "a"')
    expect(headerLines({ headers: new Headers() })).toBe('')
  })

  it('has its JSON with line breaks, problems too', () => {
    expect(bodyText('{"a":[1]}', 'application/json')).toBe('{\n  "a": [\n    1\n  ]\n}')
    expect(bodyText('{"status":400}', 'application/problem+json')).toContain('"status": 400')
  })

  it('is cut where it is very long, and counted where it is no JSON', () => {
    const long = bodyText(JSON.stringify('x'.repeat(80_000)), 'application/json')
    expect(long.length).toBeLessThan(61_000)
    expect(long).toMatch(/\.\.\. and 20002 more characters$/)
    expect(bodyText('a,b', 'text/csv')).toBe('(text/csv, 3 characters)')
    expect(bodyText('{"a":1}\n{"a":2}\n', 'application/x-ndjson')).toBe('(application/x-ndjson, 16 characters)')
    expect(bodyText('', 'text/event-stream')).toContain('a stream without an end')
  })
})
