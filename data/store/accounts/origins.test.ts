import { describe, expect, it } from 'vitest'
import { originAllowed, originPattern } from './origins.ts'

describe('a key without origins', () => {
  it.each([undefined, 'null', 'https://example.com', 'nonsense'])('is for %s', (origin) => {
    expect(originAllowed([], origin)).toBe(true)
  })
})

describe('a key with origins', () => {
  it.each([undefined, '', ' ', 'null', 'example.com', '//example.com', 'https://', 'https:example.com'])(
    'is not for %j',
    (origin) => {
      expect(originAllowed(['example.com', '*.example.com', 'null'], origin)).toBe(false)
    },
  )

  it('allows each of several patterns', () => {
    const origins = ['a.example', 'https://b.example', '*.c.example:8443']
    expect(originAllowed(origins, 'http://a.example')).toBe(true)
    expect(originAllowed(origins, 'https://b.example')).toBe(true)
    expect(originAllowed(origins, 'https://x.c.example:8443')).toBe(true)
    expect(originAllowed(origins, 'https://d.example')).toBe(false)
  })
})

describe('a pattern allows', () => {
  it.each([
    ['example.com', 'https://example.com'],
    ['example.com', 'http://example.com'],
    ['example.com', 'https://EXAMPLE.com'],
    ['example.com', 'https://example.com:443'],
    ['example.com', 'http://example.com:80'],
    ['example.com:8080', 'http://example.com:8080'],
    ['example.com:8080', 'https://example.com:8080'],
    ['example.com:443', 'https://example.com'],
    ['example.com:08080', 'http://example.com:8080'],
    ['https://example.com:0443', 'https://example.com'],
    ['example.com:*', 'http://example.com:5173'],
    ['example.com:*', 'https://example.com'],
    ['https://example.com', 'https://example.com'],
    ['https://example.com:8443', 'https://example.com:8443'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['localhost:*', 'http://localhost:3000'],
    ['*.example.com', 'https://www.example.com'],
    ['*.example.com', 'https://a.b.example.com'],
    ['https://*.example.com', 'https://wiki.example.com'],
    ['*.example.com:8080', 'http://wiki.example.com:8080'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['[::1]:3000', 'http://[::1]:3000'],
    ['http://[::1]', 'http://[::1]'],
    ['xn--mnchen-3ya.example', 'https://xn--mnchen-3ya.example'],
    ['chrome-extension://abcdefgh', 'chrome-extension://abcdefgh'],
    ['tauri://localhost', 'tauri://localhost'],
  ])('%s: %s', (pattern, origin) => {
    expect(originAllowed([pattern], origin)).toBe(true)
  })
})

describe('a pattern refuses', () => {
  it.each([
    ['example.com', 'https://example.org'],
    ['example.com', 'https://www.example.com'],
    ['example.com', 'https://notexample.com'],
    ['example.com', 'https://example.com.evil.test'],
    ['example.com', 'https://example.com:8443'],
    ['example.com', 'http://example.com:443'],
    ['example.com', 'https://evil.test/example.com'],
    ['example.com', 'https://evil.test#example.com'],
    ['example.com', 'https://evil.test?example.com'],
    ['example.com', 'https://example.com@evil.test'],
    ['example.com', 'https://user@example.com'],
    ['example.com', 'https://evil.test\\.example.com'],
    ['example.com', 'https://example.com https://evil.test'],
    ['example.com', 'https://example.com, https://evil.test'],
    ['example.com', ' https://example.com'],
    ['example.com', 'https://example.com\n'],
    ['example.com', 'https://example.com.'],
    ['example.com', 'https://exämple.com'],
    ['example.com', 'https://exampleXcom'],
    ['example.com', 'ftp://example.com'],
    ['example.com', 'chrome-extension://example.com'],
    ['example.com:*', 'ftp://example.com:21'],
    ['example.com:*', 'https://example.com:*'],
    ['https://example.com', 'http://example.com'],
    ['https://example.com:8443', 'https://example.com'],
    ['http://localhost:3000', 'http://localhost:30000'],
    ['localhost', 'http://localhost:3000'],
    ['*.example.com', 'https://example.com'],
    ['*.example.com', 'https://.example.com'],
    ['*.example.com', 'https://evilexample.com'],
    ['*.example.com', 'https://www.example.com.evil.test'],
    ['*.example.com', 'https://*.example.com'],
    ['*.example.com', 'https://www.example.com:8080'],
    ['*.example.com:8080', 'http://wiki.example.com:8081'],
    ['https://*.example.com', 'http://wiki.example.com'],
    ['127.0.0.1', 'http://127.0.0.11'],
    ['[::1]', 'http://[::2]'],
    ['*', 'https://example.com'],
    ['', 'https://example.com'],
    ['*.', 'https://example.com'],
    ['constructor', 'constructor://constructor'],
    ['tostring://x', 'valueof://x'],
    ['example.com', 'toString://example.com'],
    ['example.com:*', '__proto__://example.com'],
  ])('%s: %j', (pattern, origin) => {
    expect(originAllowed([pattern], origin)).toBe(false)
  })
})

/** A host name of the maximum length. */
const longest = `${'abcdefgh.'.repeat(27)}longest.it`

describe('the canonical form of a pattern', () => {
  it.each([
    ['example.com', 'example.com'],
    ['  Example.COM ', 'example.com'],
    ['https://example.com/', 'https://example.com'],
    ['https://example.com:443', 'https://example.com'],
    ['http://example.com:80', 'http://example.com'],
    ['http://example.com:443', 'http://example.com:443'],
    ['example.com:443', 'example.com:443'],
    ['https://example.com:0443', 'https://example.com'],
    ['example.com:08080', 'example.com:8080'],
    ['example.com:00443', 'example.com:443'],
    ['example.com:65535', 'example.com:65535'],
    ['a.example', 'a.example'],
    [longest, longest],
    ['*.Example.com', '*.example.com'],
    ['*.localhost', '*.localhost'],
    ['localhost:*', 'localhost:*'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['*.münchen.example', '*.xn--mnchen-3ya.example'],
    ['[0:0:0:0:0:0:0:1]:3000', '[::1]:3000'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['moz-extension://0a1b2c3d-0000-4000-8000-000000000000', 'moz-extension://0a1b2c3d-0000-4000-8000-000000000000'],
  ])('%j: %s', (given, pattern) => {
    expect(originPattern(given)).toBe(pattern)
    expect(originPattern(pattern)).toBe(pattern)
  })

  it('allows the origin that was entered', () => {
    for (const given of ['https://Example.com/', 'münchen.example', '[::1]', 'localhost:3000']) {
      const pattern = originPattern(given)
      expect(originAllowed([pattern], pattern.includes('://') ? pattern : `http://${pattern}`)).toBe(true)
    }
  })
})

describe('a pattern that is refused with a sentence:', () => {
  it.each([
    '',
    ' ',
    '*',
    '*.*',
    '*.com',
    'https://*',
    '*example.com',
    'www.*.com',
    'exa mple.com',
    'https://',
    '://example.com',
    'https://example.com/page',
    'example.com/page',
    'https://user@example.com',
    'https://example.com?x',
    'example.com:0',
    'example.com:00',
    'example.com:99999',
    'example.com:http',
    'null:',
    '[::1',
    '[zz]',
    '-example.com',
    'a..b',
    '.example.com',
    `${'a'.repeat(300)}.com`,
    `a${longest}`,
    'javascript:alert(1)',
    'example.com,example.org',
  ])('%j', (given) => {
    expect(() => originPattern(given)).toThrow(
      expect.objectContaining({
        name: 'AccountValidationError',
        field: 'origins',
        message: expect.stringMatching(/^".*" (is|names|has) .*\.$/) as string,
      }),
    )
  })

  it('says how to allow all origins, and does not quote all of a long text', () => {
    expect(() => originPattern('*')).toThrow('leave the list empty')
    expect(() => originPattern('x y'.repeat(1000))).toThrow(/^.{300,500}$/)
  })
})
