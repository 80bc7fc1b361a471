import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawn, picture } from './draw.ts'
import { expanded, mirrored } from './path.ts'
import { airShapes } from './shapes/airs.ts'
import { armorShapes } from './shapes/armor.ts'
import { emblemShapes } from './shapes/emblems.ts'
import { findShapes } from './shapes/finds.ts'
import { frameShapes, spellShapes } from './shapes/frames.ts'
import { goodsShapes } from './shapes/goods.ts'
import { headShapes } from './shapes/heads.ts'
import { symbolShapes } from './shapes/symbols.ts'
import { weaponShapes } from './shapes/weapons.ts'
import { families } from '../words/words-monsters.ts'
import { places } from '../words/words-places.ts'
import { materials, mixed, toneOf } from './tones.ts'

describe('path', () => {
  it('supports circles, ellipses and rectangles', () => {
    expect(expanded('O 64 64 10')).toBe('M54 64A10 10 0 1 1 74 64A10 10 0 1 1 54 64Z')
    expect(expanded('E 10 20 4 2')).toBe('M6 20A4 2 0 1 1 14 20A4 2 0 1 1 6 20Z')
    expect(expanded('M0 0 R 1 2 3 4')).toBe('M0 0 M1 2H4V6H1Z')
  })

  it('is mirrored with its curves', () => {
    expect(mirrored('M10 20 L30 40 H50 V60 Z')).toBe('M118 20L98 40H78V60Z')
    expect(mirrored('M0 0A5 6 7 0 1 20 30')).toBe('M128 0A5 6 7 0 0 108 30')
    expect(() => mirrored('m1 2')).toThrow('cannot mirror m')
  })

  it('is unchanged when mirrored twice', () => {
    const coordinate = fc.integer({ min: -40, max: 170 })
    const command = fc.oneof(
      fc.tuple(fc.constantFrom('M', 'L'), fc.array(coordinate, { minLength: 2, maxLength: 2 })),
      fc.tuple(fc.constantFrom('H', 'V'), fc.array(coordinate, { minLength: 1, maxLength: 1 })),
      fc.tuple(fc.constant('Q'), fc.array(coordinate, { minLength: 4, maxLength: 4 })),
      fc.tuple(fc.constant('C'), fc.array(coordinate, { minLength: 6, maxLength: 6 })),
    )
    fc.assert(
      fc.property(fc.array(command, { minLength: 1 }), (commands) => {
        const path = commands.map(([letter, values]) => `${letter}${values.join(' ')}`).join('')
        expect(mirrored(mirrored(path))).toBe(path)
      }),
    )
  })
})

describe('tones', () => {
  it('are mixed between two colors', () => {
    expect(mixed('#000000', '#ffffff', 0)).toBe('#000000')
    expect(mixed('#000000', '#ffffff', 1)).toBe('#ffffff')
    expect(mixed('#102030', '#304050', 0.5)).toBe('#203040')
  })

  it('become lighter and darker in steps', () => {
    const brightness = (tone: string): number => Number.parseInt(toneOf(materials.cold, tone).slice(1, 3), 16)
    const steps = ['main--', 'main-', 'main', 'main+', 'main++'].map(brightness)
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    expect(() => toneOf(materials.cold, 'mauve')).toThrow('no tone mauve')
  })
})

describe('shapes', () => {
  const airParts = Object.fromEntries(
    Object.entries(airShapes).flatMap(([place, [behind, before]]) => [
      [`${place}, behind`, behind],
      [`${place}, before`, before],
    ]),
  )
  const tables = {
    airParts,
    armorShapes,
    emblemShapes,
    findShapes,
    frameShapes,
    goodsShapes,
    headShapes,
    spellShapes,
    symbolShapes,
    weaponShapes,
  }

  it.each(Object.entries(tables))('of %s are drawn in plain path data', (_, table) => {
    for (const [name, shape] of Object.entries(table)) {
      const paths = [...drawn(shape, materials.gold).matchAll(/ d="([^"]*)"/g)].map(([, path]) => path)
      for (const path of paths) expect(path, name).toMatch(/^[MLHVCQAZ\d\s.,-]+$/)
      expect(paths.length, name).toBeGreaterThan(2)
    }
  })

  it('exist for every noun of monsters and every map', () => {
    for (const { bases } of Object.values(families)) for (const base of bases) expect(headShapes).toHaveProperty(base)
    expect(Object.keys(airShapes).sort()).toEqual(places.map(({ slug }) => slug).sort())
  })

  it('are rotated, scaled and moved by their first line', () => {
    expect(drawn('turn 45 .8 2 -3\nmain M0 0 L1 1 Z', materials.gold)).toContain(
      'translate(66 61)rotate(45)scale(.8)translate(-64 -64)',
    )
    expect(drawn('main M0 0 L1 1 Z', materials.gold)).not.toContain('rotate')
  })

  it('report validation errors', () => {
    expect(() => drawn('main', materials.gold)).toThrow('no part of a shape: main')
    expect(() => drawn('mauve M0 0', materials.gold)).toThrow('no tone mauve')
  })

  it('form a complete picture, including the filters of their lights', () => {
    const svg = picture(128, '#ffaa00', drawn('glow O 64 64 9\nmain O 64 64 9', materials.gold, { halo: '#ffffff' }))
    const ids = [...svg.matchAll(/ id="(\w+)"/g)].map(([, id]) => id)
    for (const [, id] of svg.matchAll(/url\(#(\w+)\)/g)) expect(ids).toContain(id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
