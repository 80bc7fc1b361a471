// The layout of a card as elements for satori: 1200 by 630 pixels, with a slot for the picture.
import type { Card, CardFigure } from './card.ts'
import { drawableText } from './fonts.ts'

type Style = Readonly<Record<string, string | number>>

export interface Element {
  readonly type: string
  readonly props: Readonly<Record<string, unknown>>
}

/** Position of the picture, in pixels. */
export const slot = { left: 842, top: 78, side: 288 } as const

const columnWidth = 704

/** The dark theme of site/src/styles/tokens.css, which cannot be imported: a suite compares them. */
export const colors = {
  ground: '#0c1a1b',
  sunken: '#081213',
  line: '#24403f',
  ink: '#e6f1e8',
  faint: '#a8c1b6',
  flame: '#ffd37a',
  bars: '#31595a',
}
export const rarityColors: Readonly<Record<string, string>> = {
  poor: '#9fb0a8',
  common: '#dfe9e1',
  uncommon: '#9ad46c',
  rare: '#78bbff',
  epic: '#cba6ff',
  legendary: '#ffb557',
  unique: '#f1e192',
  artifact: '#ff958b',
}

export const box = (style: Style, ...children: readonly (Element | string)[]): Element => ({
  type: 'div',
  props: { style: { display: 'flex', boxSizing: 'border-box', ...style }, children },
})

export const text = (style: Style, content: string, lines = 1): Element => ({
  type: 'div',
  props: { style: { display: 'block', lineClamp: lines, wordBreak: 'break-word', ...style }, children: content },
})

export const mark = (side: number, ink: string, flame: string, style: Style = {}): Element => ({
  type: 'svg',
  props: {
    viewBox: '0 0 24 24',
    width: side,
    height: side,
    fill: 'none',
    style,
    children: [
      {
        type: 'path',
        props: {
          d: 'M19.5 20.5v-15a2 2 0 0 0-2-2h-11a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2h13zM4.5 18.5a2 2 0 0 1 2-2h13',
          stroke: ink,
          strokeWidth: 1.2,
          strokeLinejoin: 'round',
        },
      },
      { type: 'path', props: { d: 'M9.5 8.2V7.5a2.5 2.5 0 0 1 5 0v.7', stroke: ink, strokeWidth: 1 } },
      {
        type: 'path',
        props: { d: 'M12 7.6c1.9 1.8 2.6 3 2.6 4.2a2.6 2.6 0 0 1-5.2 0c0-1.2.7-2.4 2.6-4.2z', fill: flame },
      },
    ],
  },
})

/** Approximate width of a line, in ems of the title font. */
const emsOf = (line: string): number =>
  Array.from(line).reduce(
    (sum, letter) =>
      sum +
      (/[ ijltfI.,'’:;!|-]/.test(letter) ? 0.36 : /[mwMW—]/.test(letter) ? 0.98 : /\p{Lu}/u.test(letter) ? 0.74 : 0.6),
    0,
  )

/** The name in one line or two; shorter names are larger. */
function nameElement(name: string, color: string): { element: Element; lines: number } {
  const ems = emsOf(name)
  const [size, lines] = (
    [
      [78, 1],
      [66, 1],
      [58, 1],
      [62, 2],
      [50, 2],
    ] as const
  ).find(([px, rows]) => ems * px <= columnWidth * (rows === 1 ? 1 : 1.75)) ?? [42, 2]
  const style = { fontFamily: 'Besley', fontWeight: 700, fontSize: size, lineHeight: 1.12, color, marginTop: 10 }
  return { element: text({ ...style, letterSpacing: -0.5 }, name, 2), lines }
}

function headElement(kind: readonly string[], rarity: Card['rarity'], color: string): Element {
  const words = kind.map((one) => drawableText(one)).filter(Boolean)
  const rest = text({ color: colors.faint, flexGrow: 1, flexShrink: 1, flexBasis: 0 }, words.join('  ·  '))
  const word = rarity && drawableText(rarity.word)
  return box(
    { alignItems: 'center', fontSize: 29, fontWeight: 600, lineHeight: 1.3 },
    ...(word
      ? [
          box({ width: 17, height: 17, background: color, transform: 'rotate(45deg)', margin: '0 17px 0 4px' }),
          text({ color, marginRight: 26, flexShrink: 0, maxWidth: 300 }, word),
        ]
      : []),
    rest,
  )
}

const figureElement = ({ label, value }: CardFigure): Element =>
  box(
    { justifyContent: 'space-between', height: 51, alignItems: 'center', borderBottom: `2px solid ${colors.line}` },
    text({ color: colors.faint, fontWeight: 500, flexGrow: 1, flexBasis: 0 }, drawableText(label)),
    text({ color: colors.ink, fontWeight: 600, maxWidth: 430, flexShrink: 0, marginLeft: 24 }, drawableText(value)),
  )

const footElement = (note: string): Element =>
  box(
    { position: 'absolute', left: 84, right: 52, bottom: 38, height: 46, alignItems: 'center', fontSize: 27 },
    mark(46, colors.ink, colors.flame, { marginLeft: -7 }),
    text({ fontFamily: 'Besley', fontWeight: 700, fontSize: 31, color: colors.ink, marginLeft: 8 }, 'Deepledger'),
    text({ color: colors.faint, fontWeight: 500, flexGrow: 1, flexBasis: 0, textAlign: 'right', marginLeft: 40 }, note),
  )

const maxFigures = 5
/** Number of lines, by the number of figures above. */
const linesOfText = [7, 6, 4, 3, 2, 0] as const
const lettersOfLine = 46

/** The card without its picture, which is composited later. */
export function cardElements(card: Card, hasPicture: boolean): Element {
  const color = (card.rarity && rarityColors[card.rarity.slug]) ?? colors.ink
  const name = nameElement(drawableText(card.name, 'Nameless'), color)
  const figures = card.figures
    .filter(({ label, value }) => drawableText(label) && drawableText(value))
    .slice(0, name.lines === 1 ? maxFigures : maxFigures - 1)
  const reported = drawableText(card.text ?? '')
  const lines = (linesOfText[figures.length] ?? 0) - (name.lines - 1)
  const side = slot.side + 36
  return box(
    { width: 1200, height: 630, background: colors.ground, color: colors.ink, fontFamily: 'Figtree', fontSize: 29 },
    box({ width: 18, height: 630, background: card.rarity ? color : colors.flame }),
    box(
      { position: 'absolute', left: 84, top: 56, width: columnWidth, flexDirection: 'column' },
      headElement(card.kind, card.rarity, color),
      name.element,
      box({ flexDirection: 'column', marginTop: figures.length > 0 ? 18 : 0 }, ...figures.map(figureElement)),
      ...(reported && (lines > 1 || (lines === 1 && reported.length < lettersOfLine))
        ? [text({ color: colors.faint, fontWeight: 500, lineHeight: 1.42, marginTop: 20 }, reported, lines)]
        : []),
    ),
    box(
      {
        position: 'absolute',
        left: slot.left - 18,
        top: slot.top - 18,
        width: side,
        height: side,
        background: colors.sunken,
        border: `3px solid ${card.rarity ? color : colors.line}`,
        borderRadius: 4,
        alignItems: 'center',
        justifyContent: 'center',
      },
      ...(hasPicture ? [] : [mark(216, colors.bars, colors.flame)]),
    ),
    footElement(drawableText(card.note ?? '')),
  )
}
