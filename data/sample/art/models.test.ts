import { describe, expect, it } from 'vitest'
import { families } from '../words/words-monsters.ts'
import { modelOf } from './model-text.ts'
import { hasModel, model, modelColors } from './models.ts'
import { ball, both, box, lathe, normalOf, placed, plate, spun, tube, type Point, type Solid } from './solids.ts'

const solids: readonly (readonly [string, Solid, number])[] = [
  ['box', box(2, 3, 4), 24],
  ['pyramid', box(3, 3, 3, 0), 9],
  [
    'plate',
    plate(
      [
        [0, 0],
        [2, 0],
        [2, 1],
        [0, 1],
      ],
      0.5,
    ),
    1,
  ],
  [
    'drum',
    lathe(
      [
        [1, 0],
        [1, 2],
      ],
      96,
    ),
    2 * Math.PI,
  ],
  [
    'cone',
    lathe(
      [
        [1, 0],
        [0, 3],
      ],
      96,
    ),
    Math.PI,
  ],
  [
    'rod',
    tube(
      [
        [0, 0, 0],
        [0, 0, 4],
      ],
      [0.5, 0.5],
      96,
    ),
    Math.PI,
  ],
]

/** Positive where the faces look outwards. */
function volumeOf(solid: Solid): number {
  const zero: Point = [0, 0, 0]
  return solid.reduce(
    (sum, [first = zero, ...rest]) =>
      rest.slice(1).reduce((volume, corner, at) => volume + tripleProduct(first, rest[at] ?? zero, corner) / 6, sum),
    0,
  )
}

const tripleProduct = (a: Point, b: Point, c: Point) =>
  a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])

describe('solids', () => {
  it.each(solids)('a %s has outward faces and the expected volume', (_, solid, volume) => {
    expect(volumeOf(solid)).toBeCloseTo(volume, 1)
  })

  it.each(solids)('a %s keeps its volume when rotated, moved, mirrored and repeated', (_, solid, volume) => {
    const moved = placed(solid, [3, -2, 5], [30, 60, 110])
    expect(volumeOf(moved)).toBeCloseTo(volume, 1)
    expect(volumeOf(both(moved))).toBeCloseTo(2 * volume, 1)
    expect(volumeOf(spun(moved, 5))).toBeCloseTo(5 * volume, 1)
  })

  it('have unit normals, and none for degenerate faces', () => {
    for (const face of ball(0.4)) expect(Math.hypot(...(normalOf(face) ?? []))).toBeCloseTo(1)
    expect(
      normalOf([
        [0, 0, 0],
        [1, 1, 1],
        [2, 2, 2],
      ]),
    ).toBeUndefined()
  })
})

describe('models', () => {
  it('exist for every family except spirits', () => {
    expect(Object.keys(families).filter((family) => !hasModel(family))).toEqual(['spirit'])
    expect(Object.keys(modelColors).sort()).toEqual(Object.keys(families).filter(hasModel).sort())
  })

  it.each(Object.keys(modelColors))('%s: has outward faces and stands on the ground', (family) => {
    const parts = Object.values(model(family)).flat()
    for (const solid of parts) expect(volumeOf(solid)).toBeGreaterThan(0)
    const heights = parts.flat(2).map(([, y]) => y)
    expect(Math.min(...heights)).toBeGreaterThan(-0.15)
    expect(Math.min(...heights)).toBeLessThan(0.1)
    expect(Math.max(...heights)).toBeGreaterThan(1.2)
    expect(Math.max(...heights)).toBeLessThan(2.5)
  })

  it('are parsed from lines', () => {
    const { body, trim, glow } = modelOf(`
      body| box 1 1 1 1 @ 2 0 0 0 45 0
      trim lathe 5 1 .1,0 0,.4 @ 1 0 0 * 6 @ 0 1 0`)
    expect([body, trim, glow].map(({ length }) => length)).toEqual([1, 1, 0])
    expect(volumeOf(body[0] ?? [])).toBeCloseTo(2)
    expect(Math.min(...(trim[0] ?? []).flat().map(([, y]) => y))).toBe(1)
    expect(() => modelOf('skin box 1 1 1 1')).toThrow('no solid: skin box')
    expect(() => modelOf('body cube 1')).toThrow('no solid is called cube')
    expect(() => model('spirit')).toThrow('nobody has modelled spirit')
  })
})
