// The parts of the script that need no browser; the others are in `dynamic/test/tooltips/tooltips-browser.test.ts`.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rarityColours } from './colours.ts'
import { place } from './place.ts'
import { localeOf } from './settings.ts'
import { messageOf } from './messages.ts'

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)

/** WCAG 2 contrast of two colours. */
function contrast(a: string, b: string): number {
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = channels(colour).map((value) =>
      value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other)
  return (high + 0.05) / (low + 0.05)
}

/** The background under the name on a card: the plate, with 13 % of the rarity's colour. */
const tinted = (plate: string, colour: string) => {
  const mixed = channels(plate).map((value, at) => value * 0.87 + (channels(colour)[at] ?? 0) * 0.13)
  return `#${mixed
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

const grounds = {
  dark: ['#17181c', '#000000', '#121212', '#24262c'],
  light: ['#fbf9f3', '#ffffff', '#f3f3f3'],
} as const

describe('colours', () => {
  const all = (['dark', 'light'] as const).flatMap((ground) =>
    Object.entries(rarityColours[ground]).map(([rarity, colour]) => ({ ground, rarity, colour })),
  )

  it.each(all)('of $rarity on $ground have enough contrast', ({ ground, colour }) => {
    for (const page of [...grounds[ground], tinted(grounds[ground][0], colour)])
      expect(contrast(colour, page), page).toBeGreaterThanOrEqual(4.5)
  })

  it('exist for every rarity of the specification, on both grounds', () => {
    const rarities = ['poor', 'common', 'uncommon', 'rare', 'epic', 'legendary', 'unique', 'artifact']
    for (const colours of Object.values(rarityColours)) {
      expect(Object.keys(colours)).toEqual(rarities)
      expect(new Set(Object.values(colours)).size).toBe(rarities.length)
    }
  })
})

describe('the place of a card', () => {
  const viewport = { width: 1000, height: 800 }
  const card = { width: 300, height: 200 }

  it.each([
    ['below', { left: 100, top: 100, right: 200, bottom: 120 }, { left: 100, top: 126 }],
    ['above where there is no room below', { left: 100, top: 700, right: 200, bottom: 720 }, { left: 100, top: 494 }],
    ['not past the right edge', { left: 950, top: 100, right: 990, bottom: 120 }, { left: 692, top: 126 }],
    ['not past the left edge', { left: -50, top: 100, right: 20, bottom: 120 }, { left: 8, top: 126 }],
  ])('is %s', (_what, link, expected) => {
    expect(place(link, card, viewport)).toEqual(expected)
  })

  it('is beside the link if there is no room below and above', () => {
    const low = { width: 1000, height: 300 }
    expect(place({ left: 100, top: 140, right: 200, bottom: 160 }, card, low)).toEqual({ left: 206, top: 92 })
    expect(place({ left: 900, top: 140, right: 990, bottom: 160 }, card, low)).toEqual({ left: 594, top: 92 })
  })

  it('is inside the viewport whenever the card fits', () => {
    const side = fc.integer({ min: -500, max: 3000 })
    const size = fc.record({ width: fc.integer({ min: 1, max: 400 }), height: fc.integer({ min: 1, max: 600 }) })
    const view = fc.record({ width: fc.integer({ min: 420, max: 2500 }), height: fc.integer({ min: 620, max: 1600 }) })
    fc.assert(
      fc.property(side, side, size, size, view, (left, top, link, box, seen) => {
        const at = place({ left, top, right: left + link.width, bottom: top + link.height }, box, seen)
        expect(at.left).toBeGreaterThanOrEqual(8)
        expect(at.top).toBeGreaterThanOrEqual(8)
        expect(at.left + box.width).toBeLessThanOrEqual(seen.width - 8)
        expect(at.top + box.height).toBeLessThanOrEqual(seen.height - 8)
      }),
    )
  })
})

it.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['zh', 'zh-Hans'],
  ['zh-CN', 'zh-Hans'],
  ['zh-TW', 'zh-Hant'],
  ['zh-Hant-HK', 'zh-Hant'],
  ['zh-Hans-HK', 'zh-Hans'],
  ['zh-MO', 'zh-Hant'],
  ['zh-CN-x-mo', 'zh-Hans'],
  ['en_GB', 'en'],
  ['nl', 'en'],
  ['', 'en'],
])('the language %j has the locale %s', (tag, locale) => {
  expect(localeOf(tag)).toBe(locale)
})

it('the texts of the card exist in every locale', () => {
  const locales = ['en', 'de', 'es', 'fr', 'ja', 'ko', 'pt-BR', 'ru', 'zh-Hans', 'zh-Hant']
  const words = [
    'gearScore',
    'usableBy',
    'foundBy',
    'state',
    'tradeable',
    'bound',
    'gold',
    'unsuitable',
    'outOfRange',
  ] as const
  for (const word of words) {
    expect(new Set(locales.map((locale) => messageOf(word, locale))).size, word).toBeGreaterThan(5)
    expect(messageOf(word, 'xx')).toBe(messageOf(word, 'en'))
  }
})
