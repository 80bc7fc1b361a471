import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { colors, rarityColors } from '../../cards/card-elements.ts'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const tokensOf = (block: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g), ([, name = '', value = '']) => [name, value]),
  )
const [lightBlock = '', darkBlock = ''] = css.split('@media screen')
const dark = tokensOf(darkBlock)
const themes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  dark,
  light: tokensOf(lightBlock),
}

const channel = (hex: string, at: number) => {
  const value = parseInt(hex.slice(at, at + 2), 16) / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
const luminance = (hex: string) => 0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5)
/** Contrast ratio of WCAG 2. */
const contrast = (one: string, other: string) => {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}
const grounds = ['ground', 'raised', 'sunken']
const rarities = Object.keys(rarityColors).map((slug) => `rarity-${slug}`)

describe.each(Object.keys(themes))('the %s theme', (theme) => {
  const color = (name: string) => themes[theme]?.[name] ?? '#000000'
  const ratios = (names: readonly string[], behind: readonly string[]) =>
    names.flatMap((name) =>
      behind.map((ground) => ({ pair: `${name} on ${ground}`, ratio: contrast(color(name), color(ground)) })),
    )
  const below = (minimum: number, all: ReturnType<typeof ratios>) => all.filter(({ ratio }) => ratio < minimum)

  it('has a value for every colour', () => {
    expect(Object.keys(tokensOf(theme === 'dark' ? darkBlock : lightBlock)).toSorted()).toEqual(
      Object.keys(dark).toSorted(),
    )
  })

  it('text has a contrast of 7 on every ground (AAA)', () => {
    expect(below(7, ratios(['ink', 'faint'], ['ground', 'raised']))).toEqual([])
  })

  it('links, states, rarities and text on buttons have 4.5 (AA)', () => {
    expect(below(4.5, ratios(['ink', 'faint', 'accent', 'good', 'bad', 'warn', ...rarities], grounds))).toEqual([])
    expect(below(4.5, ratios(['accent-ink'], ['accent']))).toEqual([])
  })

  it('borders of controls and lines of charts have 3', () => {
    expect(below(3, ratios(['line-strong', 'series-1', 'series-2', 'series-3'], ['ground', 'raised']))).toEqual([])
  })
})

it('cards have the colours of the dark theme', () => {
  const rarityTokens = Object.fromEntries(rarities.map((name) => [name.slice('rarity-'.length), dark[name]]))
  expect(colors).toEqual(Object.fromEntries(Object.keys(colors).map((name) => [name, dark[name]])))
  expect(rarityColors).toEqual(rarityTokens)
})
