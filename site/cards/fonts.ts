import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)
const read = (name: string) => readFileSync(resolve(name))
const scripts = ['latin', 'latin-ext'] as const

interface Face {
  readonly name: string
  readonly data: Buffer
  readonly weight: 500 | 600 | 700
}

const faceOf = (name: 'Besley' | 'Figtree', weight: Face['weight']): Face[] => {
  const slug = name.toLowerCase()
  return scripts.map((script) => ({
    // One name for each file: satori looks for a glyph only in the first font of a name.
    name: script === 'latin' ? name : `${name} ${script}`,
    weight,
    data: read(`@fontsource/${slug}/files/${slug}-${script}-${weight}-normal.woff`),
  }))
}

/** Reads the site's fonts from files, so that a card looks the same on every machine. */
export const loadFonts = (): Face[] => [...faceOf('Besley', 700), ...faceOf('Figtree', 500), ...faceOf('Figtree', 600)]

const rangesOf = (slug: string) => {
  const ranges = JSON.parse(read(`@fontsource/${slug}/unicode.json`).toString()) as Record<string, string>
  const both = scripts.flatMap((script) => ranges[script]?.split(',') ?? [])
  return both.map((range) => {
    const [from = '', to = from] = range.trim().replace('U+', '').split('-')
    return [parseInt(from, 16), parseInt(to, 16)] as const
  })
}

const drawn = rangesOf('figtree')

/** The text in one line without characters that the fonts lack; `otherwise` if no letter or digit is left. */
export function drawableText(text: string, otherwise = ''): string {
  const known = Array.from(text.normalize('NFC').slice(0, maxCharacters)).filter((letter) => {
    const code = letter.codePointAt(0) ?? 0
    return drawn.some(([from, to]) => code >= from && code <= to) && !/\p{C}/u.test(letter.replace(/\s/, ' '))
  })
  const line = known.join('').replace(/\s+/g, ' ').trim()
  return /[\p{L}\p{N}]/u.test(line) ? line : otherwise
}

// More than fits on a card; a longer text only makes the layout slower.
const maxCharacters = 400
