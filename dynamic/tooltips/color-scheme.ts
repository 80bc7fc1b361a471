import type { ColorScheme } from './settings.ts'

/** Returns whether the background behind an element is dark or light. */
export function colorSchemeOf(element: Element): ColorScheme {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const light = lightnessOf(getComputedStyle(at).backgroundColor)
    if (light !== undefined) return light < 0.45 ? 'dark' : 'light'
  }
  // The canvas is dark only if the page declares that color scheme.
  const schemes = getComputedStyle(document.documentElement).colorScheme
  const wantsDark = matchMedia('(prefers-color-scheme: dark)').matches
  return schemes.includes('dark') && (wantsDark || !schemes.includes('light')) ? 'dark' : 'light'
}

/** Returns the luminance from 0 to 1, or undefined if the color is mostly transparent or in an unknown notation. */
function lightnessOf(colour: string): number | undefined {
  const [, notation, parts = ''] = /^(rgba?|color\(srgb)(.*)\)$/.exec(colour) ?? []
  if (notation === undefined) return undefined
  const [red = 0, green = 0, blue = 0, alpha = 1] = (parts.match(/[\d.]+/g) ?? []).map(Number)
  if (alpha < 0.5) return undefined
  return (0.299 * red + 0.587 * green + 0.114 * blue) / (notation.startsWith('rgb') ? 255 : 1)
}
