// Colors. A palette has five base colors; a tone is one of them, made lighter (`main+`) or darker (`main--`).
export interface Palette {
  readonly main: string
  readonly trim: string
  readonly grip: string
  readonly accent: string
  /** What the background is tinted with; the accent unless given. */
  readonly back?: string
}

const parse = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

/** `share` of the second color in the first; both `#rrggbb`. */
export function mixed(color: string, other: string, share: number): string {
  const toward = parse(other)
  const channels = parse(color).map((value, at) => Math.round(value + ((toward[at] ?? value) - value) * share))
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

export const night = '#0b0d13'
const light = '#fff4dc'
const fixed: Readonly<Record<string, string>> = { cream: '#e2d6b8', ink: '#14161d', red: '#b8433a', white: '#ffffff' }

/** The color of a tone such as `trim--`. */
export function toneOf(palette: Palette, tone: string): string {
  const [, name = '', steps = ''] = /^([a-z]+)([+-]*)$/.exec(tone) ?? []
  const base = { ...fixed, ...palette }[name]
  if (base === undefined) throw new Error(`no tone ${tone}`)
  const weight = 1 - 0.7 ** steps.length
  return mixed(base, steps.startsWith('+') ? light : night, steps ? weight * 1.1 : 0)
}

const palette = (main: string, trim: string, grip: string, accent: string): Palette => ({ main, trim, grip, accent })

/** The palettes of materials. */
export const materials = {
  dusk: palette('#77769b', '#4d4f6b', '#3f3546', '#9a86e8'),
  cold: palette('#9db0bf', '#5f7f96', '#4a4038', '#6fc3e6'),
  warm: palette('#b99a6b', '#8c5f35', '#4b2f23', '#f0a24a'),
  wild: palette('#8d9c86', '#5f7a4f', '#54402c', '#9ecb5a'),
  paleWood: palette('#b08e63', '#d2c39a', '#6f4f33', '#f2d480'),
  darkWood: palette('#6d4c3a', '#8f8a80', '#3f2b24', '#86c98f'),
  ash: palette('#c3b89a', '#8f7c58', '#6d5a41', '#f0d9a0'),
  ink: palette('#5f5f88', '#a58d5c', '#3a3552', '#a592ec'),
  brown: palette('#94663f', '#c9a565', '#58391f', '#f0b36a'),
  swamp: palette('#66795a', '#a9a06a', '#3c4534', '#9fd08a'),
  gold: palette('#d8a84a', '#a8772c', '#6d4a1e', '#ffb54d'),
  silver: palette('#b4c2cc', '#7a8d9d', '#4c5863', '#5fd0c8'),
  jet: palette('#7f7890', '#56506a', '#3a3446', '#c46bd6'),
  relic: palette('#cfa15c', '#8d2f3c', '#4d2330', '#ff8d5c'),
} as const satisfies Readonly<Record<string, Palette>>

export type Material = keyof typeof materials
