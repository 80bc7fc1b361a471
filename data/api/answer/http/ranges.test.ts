import { describe, expect, it } from 'vitest'
import { contentRange, rangeOf } from './ranges.ts'

const etag = '"a"'
const read = (range: string | undefined, ifRange?: string) => rangeOf({ range, ifRange }, etag, 100)

describe('a range of 100 bytes', () => {
  it.each([
    ['bytes=0-9', 0, 9],
    ['bytes=90-', 90, 99],
    ['bytes=-7', 93, 99],
    ['bytes=-700', 0, 99],
    ['bytes=50-700', 50, 99],
    ['Bytes=99-99', 99, 99],
  ])('%s', (range, first, last) => {
    expect(read(range)).toEqual({ first, last })
    expect(read(range, etag)).toEqual({ first, last })
    expect(contentRange({ first, last }, 100)).toBe(`bytes ${first}-${last}/100`)
  })

  it.each([undefined, '', 'bytes=-', 'bytes=9-1', 'bytes=0-1,5-6', 'lines=1-2', 'bytes=a-b'])(
    '%s is the whole',
    (range) => expect(read(range)).toBeUndefined(),
  )

  it.each(['"b"', `W/${etag}`, 'Sat, 01 Jan 2050 00:00:00 GMT'])('of another body than %s is the whole', (ifRange) =>
    expect(read('bytes=0-9', ifRange)).toBeUndefined(),
  )

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('%s is beyond the end', (range) =>
    expect(() => read(range)).toThrow('The body has 100 bytes.'),
  )
})
