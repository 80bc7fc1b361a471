// Turns a shape into SVG: a dark outline, the parts, and one light over all of them from the top left.
import { expanded, mirrored } from './path.ts'
import { toneOf, type Palette } from './tones.ts'

/**
 * A picture on a field of 128 by 128, one part a line: `<tone>[|][~<width>] <path>`. `|` draws the part on the other
 * side as well, `~` draws a line instead of a surface, the tone `glow` a soft light. A first line
 * `turn <degrees> [<scale> <dx> <dy>]` turns the whole, makes it smaller and moves it.
 */
export type Shape = string

interface Part {
  readonly tone: string
  readonly path: string
  /** Of a line; surfaces have none. */
  readonly width?: number
}

interface Parts {
  readonly transform: string
  readonly parts: readonly Part[]
}

function partOf(line: string): Part[] {
  const [, tone = '', mirror, width, data = ''] = /^([a-z]+[+-]*)(\|)?(?:~([\d.]+))? (.+)$/.exec(line) ?? []
  if (!tone) throw new Error(`no part of a shape: ${line}`)
  const path = expanded(data)
  const part = (each: string): Part => ({ tone, path: each, ...(width ? { width: Number(width) } : {}) })
  return mirror ? [part(path), part(mirrored(path))] : [part(path)]
}

const parsed = new Map<Shape, Parts>()

function partsOf(shape: Shape): Parts {
  const known = parsed.get(shape)
  if (known) return known
  const lines = shape
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const [first, turn = '0', scale = '1', dx = '0', dy = '0'] = (lines[0] ?? '').startsWith('turn')
    ? (lines[0] ?? '').split(' ')
    : []
  const parts = lines.slice(first === undefined ? 0 : 1).flatMap(partOf)
  const transform = first
    ? `translate(${64 + Number(dx)} ${64 + Number(dy)})rotate(${turn})scale(${scale})translate(-64 -64)`
    : ''
  const result = { transform, parts }
  parsed.set(shape, result)
  return result
}

const line = ({ path }: Part, width: number, stroke: string): string =>
  `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`

function painted(part: Part, palette: Palette): string {
  if (part.tone === 'glow') return `<path d="${part.path}" fill="url(#dot)"/>`
  const color = toneOf(palette, part.tone)
  return part.width === undefined ? `<path d="${part.path}" fill="${color}"/>` : line(part, part.width, color)
}

/** The shape a second time, wider and in one color: an outline or a halo. */
function widened(parts: readonly Part[], by: number, color: string): string {
  const solid = parts.filter(({ tone }) => tone !== 'glow')
  const surfaces = solid
    .filter(({ width }) => width === undefined)
    .map(({ path }) => path)
    .join('')
  const lines = solid.filter(({ width }) => width !== undefined)
  return (
    (surfaces && `<path d="${surfaces}" fill="${color}" stroke="${color}" stroke-width="${by}"/>`) +
    lines.map((part) => line(part, (part.width ?? 0) + by, color)).join('')
  )
}

// The light around a shape. In sRGB, as the conversion would take longer than the blur.
const haloed = (parts: readonly Part[], color: string): string =>
  `<g filter="url(#soft)" opacity=".6">${widened(parts, 12, color)}</g>`

/** The shape in its colors, as a group; `halo` is a color that shines around it, what is `far` has no outline. */
export function drawn(
  shape: Shape,
  palette: Palette,
  options: { halo?: string; at?: string; far?: boolean } = {},
): string {
  const { transform, parts } = partsOf(shape)
  const surfaces = parts.filter(({ width, tone }) => width === undefined && tone !== 'glow').map(({ path }) => path)
  const round = 'stroke-linejoin="round" stroke-linecap="round"'
  return (
    `<g transform="${options.at ?? ''}${transform}" ${round}>` +
    (options.halo ? haloed(parts, options.halo) : '') +
    (options.far ? '' : widened(parts, 4.5, '#07080c')) +
    parts.map((part) => painted(part, palette)).join('') +
    (surfaces.length ? `<path d="${surfaces.join('')}" fill="url(#lit${transform ? 'Turned' : ''})"/>` : '') +
    '</g>'
  )
}

const stops = (...list: readonly (readonly [offset: number, color: string, opacity: number])[]): string =>
  list.map(([at, color, opacity]) => `<stop offset="${at}" stop-color="${color}" stop-opacity="${opacity}"/>`).join('')

const lightStops = stops([0, '#fff', 0.34], [0.42, '#fff', 0], [0.6, '#05060a', 0], [1, '#05060a', 0.5])

/** A whole SVG of a picture; `body` is drawn on a field of 128 by 128. */
export function picture(size: number, glow: string, body: string): string {
  const axis = 'gradientUnits="userSpaceOnUse" x1="30" y1="14" x2="98" y2="118"'
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 128 128"><defs>` +
    `<linearGradient id="lit" ${axis}>${lightStops}</linearGradient>` +
    `<linearGradient id="litTurned" ${axis} gradientTransform="rotate(-45 64 64)">${lightStops}</linearGradient>` +
    `<radialGradient id="dot">${stops([0, '#fffbe8', 1], [0.25, glow, 0.85], [1, glow, 0])}</radialGradient>` +
    '<filter id="soft" color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="5"/></filter>' +
    `</defs>${body}</svg>`
  )
}

/** A background, dark at its edges and a little colored in the middle, as if a lamp stood behind. */
export function vignette(color: string): string {
  return (
    '<defs><radialGradient id="back" cx=".46" cy=".42" r=".72">' +
    `${stops([0, color, 1], [1, '#07080c', 1])}</radialGradient></defs><path d="M0 0H128V128H0Z" fill="url(#back)"/>`
  )
}
