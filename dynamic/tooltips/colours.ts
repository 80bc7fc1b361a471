import type { ColorScheme } from './settings.ts'

/** Colours of rarities, each with a contrast of at least 4.5:1 to the card and to plain pages of that scheme. */
export const rarityColours: Readonly<Record<ColorScheme, Readonly<Record<string, string>>>> = {
  dark: {
    poor: '#9a9ea6',
    common: '#e3e2dd',
    uncommon: '#86c95a',
    rare: '#6cb4f0',
    epic: '#c493f7',
    legendary: '#f2a94a',
    unique: '#ecd9a0',
    artifact: '#ff8573',
  },
  light: {
    poor: '#62656b',
    common: '#43454b',
    uncommon: '#35700f',
    rare: '#1761a0',
    epic: '#7a2bc2',
    legendary: '#8f5200',
    unique: '#74601a',
    artifact: '#b2281c',
  },
}

const rules = (select: (ground: string, rarity: string) => string, property: string) =>
  Object.entries(rarityColours)
    .flatMap(([ground, colours]) =>
      Object.entries(colours).map(([rarity, colour]) => `${select(ground, rarity)}{${property}:${colour}}`),
    )
    .join('')

const sheetOf = (css: string): CSSStyleSheet => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}

/**
 * Creates the style sheet with the colours of links. Constructed sheets work even if a content security policy forbids
 * inline styles.
 */
export const linkSheet = (): CSSStyleSheet =>
  sheetOf(rules((ground, rarity) => `[data-item-ground=${ground}][data-item-rarity=${rarity}]`, 'color'))

/** Creates the card's style sheet, which sets `--rarity` by the attributes of the host. */
export const cardSheet = (css: string): CSSStyleSheet =>
  sheetOf(rules((ground, rarity) => `:host([data-ground=${ground}][data-rarity=${rarity}])`, '--rarity') + css)
