import { describe, expect, it } from 'vitest'
import { encodingFor } from './encodings.ts'

describe('the encoding of an answer', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['deflate', 'identity'],
    ['BR', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, zstd', 'zstd'],
    ['gzip;q=1.0, zstd;q=0.9, br;q=0.5', 'gzip'],
    ['br;q=0, zstd;q=0, *', 'gzip'],
    ['*', 'br'],
    ['*;q=0, gzip', 'gzip'],
    ['identity;q=1, br;q=0.1', 'identity'],
    ['identity, gzip', 'gzip'],
    ['gzip;q=0.001', 'gzip'],
    ['gzip; q = 0.5 , br;q=0.4', 'gzip'],
    ['br;q=2, gzip', 'gzip'],
    ['nonsense;;;', 'identity'],
  ])('for %s is %s', (accepted, encoding) => expect(encodingFor(accepted)).toBe(encoding))
})
