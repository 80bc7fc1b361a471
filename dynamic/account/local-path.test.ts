import { describe, expect, it } from 'vitest'
import { localPath } from './local-path.ts'

describe('a path on this site', () => {
  it.each([
    ['/', '/'],
    ['/dashboard', '/dashboard'],
    ['/dashboard?tab=keys&x=1#top', '/dashboard?tab=keys&x=1#top'],
    ['/a/../b', '/b'],
    ['/a//b', '/a//b'],
    ['/@evil.test', '/@evil.test'],
    ['/%2f/evil.test', '/%2f/evil.test'],
    ['/redirect?to=https://evil.test', '/redirect?to=https://evil.test'],
  ])('%s: %s', (given, path) => {
    expect(localPath(given)).toBe(path)
  })
})

describe('a text that is not a path on this site', () => {
  it.each([
    '',
    'dashboard',
    '?x',
    '#x',
    'https://evil.test',
    'https:/evil.test',
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/a\\..\\..\\evil.test',
    '/..//evil.test',
    '/a/..//evil.test',
    '/./%2e%2e//evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    ' /dashboard',
    '/dash board',
    '/x\r\nSet-Cookie: a=b',
    '/ünï',
    'javascript:alert(1)',
    'data:text/html,x',
    `/${'x'.repeat(500)}`,
  ])('%j', (given) => {
    expect(localPath(given)).toBeUndefined()
  })
})

it('never leads to another host in a browser, whatever the text is', () => {
  const parts = ['/', '\\', '.', '..', '%2e', 'evil.test', ':', '@', '?', '#', '\t', 'a', ' ']
  for (let seed = 0; seed < 20_000; seed += 1) {
    const text = `/${[seed, seed / 13, seed / 169, seed / 2197].map((at) => parts[Math.floor(at) % parts.length]).join('')}`
    const path = localPath(text)
    if (path !== undefined)
      expect(new URL(path, 'https://ledger.example/account/callback').host, text).toBe('ledger.example')
  }
})
