import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { feeds, type Feed } from '../../../api/model/feeds/feeds.ts'
import { readLine, decodeLines } from './line-reader.ts'
import { listing, trade } from '../test/test-live.ts'

const readAs = (feed: Feed, text: string | Uint8Array) => readLine(feed, decodeLines(Buffer.from(text as string))[0])
const read = (text: string | Uint8Array) => readAs('trades', text)
const errorsOf = (text: string | Uint8Array) => {
  const outcome = read(text)
  return 'errors' in outcome ? outcome.errors : []
}
const line = JSON.stringify(trade(1, 'rope'))
const nested = (depth: number) =>
  `{"id":1,"message":"","timestamp":"2026-01-01","x":${'['.repeat(depth)}${']'.repeat(depth)}}`

it('a line that is not UTF-8 does not affect the other lines of a batch', () => {
  const lines = fc.array(fc.constantFrom('', ' \r', '\ufeff', line, `\ufeff${line}`, '剣', '"é"\r'), { maxLength: 9 })
  const property = fc.property(lines, (texts) => {
    const alone = decodeLines(Buffer.from(texts.map((text) => `${text}\n`).join('')))
    expect(alone).toEqual([...texts, ''])
    const beside = Buffer.concat([Buffer.from([0xff, 0x0a]), Buffer.from(texts.map((text) => `${text}\n`).join(''))])
    expect(decodeLines(beside)).toEqual([undefined, ...texts])
  })
  fc.assert(property)
})

describe('a line is read', () => {
  it('with white space around it, such as the carriage return of Windows', () => {
    expect(read(` \t${line}\r`)).toMatchObject({ line: { id: 1, message: 'rope' } })
  })

  it('with a byte order mark', () => {
    expect(read(`\ufeff${line}`)).toMatchObject({ line: { id: 1 } })
  })

  it('with the last value of a name that occurs several times', () => {
    expect(read(`${line.slice(0, -1)},"message":"salt"}`)).toMatchObject({ line: { message: 'salt' } })
  })

  it('with its texts unchanged, except for U+FFFD in place of zero characters, which PostgreSQL cannot store', () => {
    const escapes = fc.array(fc.constantFrom('\0', '\\', 'u0000'), { maxLength: 9 }).map((parts) => parts.join(''))
    const texts = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), escapes)
    const withoutNull = (text: string) => text.replaceAll('\0', '\ufffd')
    const property = fc.property(texts, (message) => {
      // After a name with a backslash, JSON.parse reads some other names as that one:
      // https://github.com/nodejs/node/issues/63785
      const name = `x${message.replaceAll('\\', '/')}`
      const line = { ...trade(1, message), [name]: message }
      const stored = withoutNull(message)
      const expected = { message: stored, extra: JSON.stringify({ [withoutNull(name)]: stored }) }
      expect(read(JSON.stringify(line))).toMatchObject({ line: expected })
    })
    fc.assert(property, { examples: [['a\0\0'], ['\\\0'], ['\\u0000']] })
  })

  it('with names that every object inherits', () => {
    const text = `${line.slice(0, -1)},"__proto__":{"id":9},"constructor":1,"toString":2}`
    expect(read(text)).toMatchObject({ line: { id: 1, extra: '{"constructor":1,"toString":2}' } })
  })
})

describe('a line is refused when it', () => {
  it('has a number in an undeclared column that would lose digits, such as an id of 17', () => {
    const withAccount = (value: string) => `${line.slice(0, -1)},"account":${value}}`
    expect(errorsOf(withAccount('76561198000000001'))).toEqual([
      'account: expected a number that keeps its digits as a double, or text',
    ])
    expect(errorsOf(withAccount('"76561198000000001"'))).toEqual([])
    expect(errorsOf(withAccount('7656119800000001'))).toEqual([])
  })

  it('is not UTF-8', () => {
    for (const bytes of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xe2, 0x82]])
      expect(errorsOf(Buffer.from([...Buffer.from('{"id":"'), ...bytes, ...Buffer.from('"}')]))).toEqual([
        'expected UTF-8 text',
      ])
  })

  it('is not JSON', () => {
    for (const text of ['{', 'id', `${line} ${line}`, "{'id':1}", '{"id":1,}', 'NaN', '\u0000'])
      expect(errorsOf(text), text).toEqual([expect.stringMatching(/^expected one JSON object a line: ./)])
  })

  it.each(feeds)('is JSON but not an object, in feed %s', (feed) => {
    for (const text of ['[]', '[{}]', '1', '"x"', 'null', 'true', '{}'])
      expect(readAs(feed, text), text).toHaveProperty('errors')
  })

  it('has numbers that are invalid or too large', () => {
    for (const id of ['1e999', '1.5', '-1', '9007199254740992', '"1"', 'true'])
      expect(errorsOf(line.replace('"id":1', `"id":${id}`)), id).toEqual([expect.stringMatching(/^id: /)])
  })

  it('has invalid instants', () => {
    for (const when of ['', 'yesterday', '2026-02-30T00:00:00Z', '1772625600', '2026-13-01'])
      expect(errorsOf(JSON.stringify(trade(1, 'x', { timestamp: when }))), when).toEqual([
        expect.stringMatching(/^timestamp: /),
      ])
  })

  it('is nested too deep', () => {
    expect(read(nested(20))).toHaveProperty('line')
    for (const depth of [40, 5000, 400_000])
      expect(errorsOf(nested(depth)), String(depth)).toEqual(['expected values nested at most 32 deep'])
  })

  it('has half of a surrogate pair', () => {
    expect(errorsOf('{"id":1,"message":"\\ud800","timestamp":"2026-01-01"}')).toEqual(['expected whole characters'])
    expect(errorsOf('{"id":1,"message":"","timestamp":"2026-01-01","x":["a\\udc00"]}')).toEqual([
      'expected whole characters',
    ])
    expect(read('{"id":1,"message":"\\ud83d\\ude00 \\\\ud800","timestamp":"2026-01-01"}')).toHaveProperty('line')
  })
})

it('all validation errors of a line are reported with the names of their fields', () => {
  const fields = { id: -1, price: '5', quantity: 0, created_at: 'x', has_sold: 'no' }
  const outcome = readAs('market', JSON.stringify(listing(1, fields)))
  const reported = 'errors' in outcome ? outcome.errors.map((error) => error.split(':')[0]) : []
  expect(reported.sort()).toEqual(['created_at', 'has_sold', 'id', 'price', 'quantity'])
})
