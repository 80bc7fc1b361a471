import fc from 'fast-check'
import { expect, it } from 'vitest'
import { unusual } from './usual-values.ts'
import { usualInstant } from './usual-instant.ts'

const two = (least: number, greatest: number) =>
  fc.integer({ min: least, max: greatest }).map((number) => String(number).padStart(2, '0'))

it('instants of the usual form are read as Date reads them', () => {
  const year = fc.integer({ min: 1000, max: 9999 })
  const milliseconds = fc.constantFrom('', '.000', '.007', '.250', '.999')
  const parts = fc.tuple(year, two(1, 12), two(1, 28), two(0, 23), two(0, 59), two(0, 59), milliseconds)
  const property = fc.property(parts, ([year, month, day, hour, minute, second, rest]) => {
    const text = `${year}-${month}-${day}T${hour}:${minute}:${second}${rest}Z`
    expect(usualInstant(text)).toBe(Date.parse(text))
  })
  fc.assert(property, { examples: [[[2024, '02', '28', '23', '59', '59', '.999']]] })
})

it('everything else is left to the schema', () => {
  const text = '2026-01-28T10:00:30.250Z'
  const others = Array.from(' 0:/-+.TZt\u0660\uff11').flatMap((mark) =>
    Array.from(text, (_, at) => text.slice(0, at) + mark + text.slice(at + 1)),
  )
  const isUsual = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z$/
  for (const other of others) expect(usualInstant(other) !== unusual, other).toBe(isUsual.test(other))
  const outside = ['2026-13-01T00:00:00Z', '2026-00-01T00:00:00Z', '2026-01-29T00:00:00Z', '2026-01-00T00:00:00Z']
  const late = ['2026-01-01T24:00:00Z', '2026-01-01T00:60:00Z', '2026-01-01T00:00:60Z', '0999-01-01T00:00:00Z']
  for (const given of [...outside, ...late, '', '2026-01-28', 1_769_594_430_000, null, new Date(text)])
    expect(usualInstant(given)).toBe(unusual)
})
