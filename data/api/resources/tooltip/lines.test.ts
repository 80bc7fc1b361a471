import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatLine, formatNumber } from './lines.ts'

const flat = (decimals?: number) => ({ field: 'strength', name: 'Strength', format: 'flat', decimals }) as const
const percent = (decimals?: number) => ({ field: 'haste', name: 'Haste', format: 'percent', decimals }) as const

describe('a number', () => {
  it.each([
    [3, flat(0), '3'],
    [-3, flat(0), '-3'],
    [0, flat(0), '0'],
    [-0, flat(0), '0'],
    [-0.3, flat(0), '0'],
    [16.6, flat(1), '16.6'],
    [16.6, flat(0), '17'],
    [16, flat(2), '16'],
    [1234567, flat(0), '1234567'],
    [2.5, flat(0), '3'],
    [-2.5, flat(0), '-3'],
    [1.005, flat(2), '1.01'],
    [0.1 + 0.2, flat(), '0.3'],
    [0.000001, flat(), '0.000001'],
    [1e-9, flat(), '0'],
    [1e21, flat(0), '1000000000000000000000'],
    [3, flat(20), '3'],
    [3.7, flat(-1), '4'],
    [2.5, percent(1), '+2.5%'],
    [-2, percent(1), '-2%'],
    [0, percent(1), '0%'],
    [-0.04, percent(1), '0%'],
    [0.04, percent(1), '0%'],
    [12, percent(), '+12%'],
  ])('%d as %j is %s', (value, attribute, displayed) => {
    expect(formatNumber(value, attribute)).toBe(displayed)
  })
})

describe('a line', () => {
  it.each([
    [flat(0), 3, 3, 'Label 3'],
    [flat(0), 12, 13, 'Label 12-13'],
    [flat(0), -8, -6, 'Label -8--6'],
    [flat(0), -2, 3, 'Label -2-3'],
    [flat(0), 2.1, 2.4, 'Label 2'],
    [percent(1), 2, 3.5, 'Label +2%-+3.5%'],
    [percent(1), -2, 0, 'Label -2%-0%'],
    [percent(1), -3, -2, 'Label -3%--2%'],
    [percent(1), 2, 2, 'Label +2%'],
  ])('of %j from %d to %d is %s', (attribute, min, max, displayed) => {
    expect(formatLine('Label', attribute, { min, max })).toBe(displayed)
  })

  it('can be parsed from its end, whatever the label', () => {
    const number = fc.double({ min: -1e9, max: 1e9, noNaN: true })
    const attribute = fc.record({
      field: fc.constant('x'),
      name: fc.constant('x'),
      format: fc.constantFrom('flat' as const, 'percent' as const),
      decimals: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined }),
    })
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), attribute, number, number, (label, how, a, b) => {
        const range = { min: Math.min(a, b), max: Math.max(a, b) }
        const line = formatLine(label, how, range)
        const end = /^[+-]?\d+(?:\.\d+)?%?(?:-[+-]?\d+(?:\.\d+)?%?)?$/
        expect(line.startsWith(`${label} `)).toBe(true)
        const displayed = line.slice(label.length + 1)
        expect(displayed).toMatch(end)
        const [, low = '', high = low] = /^([+-]?[\d.]+%?)(?:-([+-]?[\d.]+%?))?$/.exec(displayed) ?? []
        const error = 10 ** -(how.decimals ?? 6) / 2 + 1e-6
        expect(Math.abs(Number.parseFloat(low) - range.min)).toBeLessThanOrEqual(error)
        expect(Math.abs(Number.parseFloat(high) - range.max)).toBeLessThanOrEqual(error)
        expect(displayed.includes('%')).toBe(how.format === 'percent')
      }),
      { numRuns: 1000 },
    )
  })
})
