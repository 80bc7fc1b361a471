import { describe, expect, it } from 'vitest'
import { mintKey } from './key-text.ts'
import { redactKeys } from './redact-keys.ts'
import { fastest } from '../../../scripts/test/fastest.ts'

const { key, prefix } = mintKey()
const secret = key.slice(prefix.length + 1)

describe('secrets are removed from', () => {
  it.each([
    ['a key alone', key],
    ['a sentence', `The key ${key}, which was given, is unknown.`],
    ['a query', `/v2/items?api_key=${key}&page=2`],
    ['a path', `/account/keys/${key}/rotate`],
    ['a percent-encoded query', `/v2/items?k=${key.replaceAll('_', '%5F')}&x=1`],
    ['a lower-case percent-encoded query', `/v2/items?k=${key.replaceAll('_', '%5f')}`],
    ['a header line', `X-Api-Key: ${key}\r\nHost: x`],
    ['JSON', JSON.stringify({ key })],
    ['a key with a letter too many', `${key}x`],
    ['a key cut short', key.slice(0, 30)],
    ['a key that was cut after its first secret letter', key.slice(0, prefix.length + 2)],
    ['a key whose second underscore is lost', prefix + secret],
    ['two keys', `${key},${key}`],
    ['an upper-case key', key.toUpperCase()],
  ])('%s', (_what, text) => {
    const displayed = redactKeys(text)
    expect(displayed).not.toContain(secret)
    expect(displayed.toLowerCase()).not.toContain(secret.slice(0, 18).toLowerCase())
    expect(displayed.toLowerCase()).toContain(prefix.slice(3).toLowerCase())
    expect(displayed).toContain('[redacted]')
  })
})

it('other text is not changed', () => {
  expect(redactKeys(`a ${key} b ${key} c`)).toBe(`a ${prefix}[redacted] b ${prefix}[redacted] c`)
})

it('prefixes and texts that are not keys are not changed', () => {
  for (const text of ['', prefix, `The key ${prefix} was revoked.`, '/v2/items?name=idle', 'dl_', 'dl_short_x'])
    expect(redactKeys(text)).toBe(text)
})

it('redacting twice changes nothing', () => {
  expect(redactKeys(redactKeys(key))).toBe(redactKeys(key))
})

it('redacting takes linear time', async () => {
  const redact = () => {
    redactKeys('dl_abcdefgh'.repeat(100_000))
    redactKeys(`dl_${'a'.repeat(1_000_000)}`)
    redactKeys('dl%5f'.repeat(200_000))
  }
  expect(await fastest(redact)).toBeLessThan(500)
})
