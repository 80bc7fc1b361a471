import { describe, expect, it } from 'vitest'
import { decodedEtag, encodedEtag, matchesEtag } from './etags.ts'

const etag = '"47DEQpj8HBSa-_TImW-5JCeuQeR"'

describe('an ETag', () => {
  it('differs in each encoding, and is restored by decoding', () => {
    const all = (['identity', 'br', 'zstd', 'gzip'] as const).map((encoding) => encodedEtag(etag, encoding))
    expect(all).toEqual([etag, ...['br', 'zstd', 'gz'].map((suffix) => `${etag.slice(0, -1)}-${suffix}"`)])
    for (const one of all) expect(decodedEtag(one)).toBe(etag)
  })

  it('of another form is unchanged', () => {
    for (const other of ['"short-br"', `"${'a'.repeat(24)}-br"`, `"${'0'.repeat(64)}.webp"`])
      expect(decodedEtag(other)).toBe(other)
  })

  it.each([
    etag,
    `W/${etag}`,
    '*',
    ' * ',
    `"x", ${etag}`,
    `"x",W/${encodedEtag(etag, 'gzip')}`,
    encodedEtag(etag, 'zstd'),
  ])('is matched by %s', (condition) => expect(matchesEtag(condition, etag)).toBe(true))

  it.each([undefined, '', '"x"', etag.slice(1, -1), `${etag.slice(0, -1)}-deflate"`, 'W/"x"', '""'])(
    'is not matched by %s',
    (condition) => expect(matchesEtag(condition, etag)).toBe(false),
  )
})
