import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine } from './csv.ts'

/** Parses CSV according to RFC 4180, character by character. */
function parseCsv(text: string): string[][] {
  const lines: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const push = () => {
    lines.at(-1)?.push(cell)
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? ''
    if (isQuoted) {
      if (char !== '"') cell += char
      else if (text[at + 1] === '"') {
        cell += char
        at += 1
      } else isQuoted = false
    } else if (char === '"') isQuoted = true
    else if (char === ',') push()
    else if (char === '\r' && text[at + 1] === '\n') {
      push()
      lines.push([])
      at += 1
    } else cell += char
  }
  return lines.slice(0, -1)
}

describe('a line of CSV', () => {
  it('is parsed to the written values, whatever the texts', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('"', ',', '\r\n', '\n', '""', 'a,"b"', ' x '),
    )
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 2, maxLength: 5 }), { minLength: 1 }), (rows) => {
        const read = parseCsv(rows.map(csvLine).join(''))
        const expected = rows.map((row) => row.map((one) => (/^[=+\-@\t\r\n＝＋－＠]/.test(one) ? `'${one}` : one)))
        expect(read).toEqual(expected)
      }),
    )
  })

  it.each([
    ['nothing', [null, undefined, ''], ',,'],
    ['numbers and booleans', [-1.5, 0, true, false], '-1.5,0,true,false'],
    ['lists and objects as JSON', [['a', 'b'], { x: 1 }], '"[""a"",""b""]","{""x"":1}"'],
    ['quotes, commas and line ends', ['a"b', 'a,b', 'a\nb'], '"a""b","a,b","a\nb"'],
    ['formulas', ['=1+1', '+1', '-1', '@sum', '\tx', '＝1'], "'=1+1,'+1,'-1,'@sum,'\tx,'＝1"],
    ['what is no formula', ['a=1', "'x", ' =1'], "a=1,'x, =1"],
  ])('has %s', (_what, values, line) => {
    expect(csvLine(values)).toBe(`${line}\r\n`)
  })
})
