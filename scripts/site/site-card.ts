// The default Open Graph card of pages, in the style of the site's header.
import { createHash } from 'node:crypto'
import satori from 'satori'
import sharp from 'sharp'
import { box, colors, mark, text } from '../../site/cards/card-elements.ts'
import { loadFonts } from '../../site/cards/fonts.ts'

const marginRule = '#e2705f'
const rule = (top: number) =>
  box({ position: 'absolute', left: 0, top, width: 1200, height: 2, background: colors.line })
const margin = (left: number) =>
  box({ position: 'absolute', left, top: 0, width: 3, height: 630, background: marginRule })

const elements = box(
  { width: 1200, height: 630, background: colors.ground, fontFamily: 'Figtree', position: 'relative' },
  ...Array.from({ length: 9 }, (_, nth) => rule(66 + nth * 62)),
  margin(62),
  margin(70),
  box(
    { position: 'absolute', left: 116, top: 176, width: 760, flexDirection: 'column' },
    text({ fontFamily: 'Besley', fontWeight: 700, fontSize: 112, lineHeight: 1.1, color: colors.ink }, 'Deepledger'),
    text(
      { fontWeight: 500, fontSize: 40, lineHeight: 1.4, color: colors.faint, marginTop: 18 },
      'Every item, monster, quest and price of every patch, over HTTP',
      2,
    ),
  ),
  mark(270, colors.ink, colors.flame, { position: 'absolute', left: 868, top: 170 }),
)
const svg = await satori(elements, { width: 1200, height: 630, fonts: loadFonts() })

/** Metadata of the file that identifies the drawing, because its pixels differ between machines. */
export const origin = `Drawn by node scripts/site/draw-site-card.ts from ${createHash('sha256').update(svg).digest('hex')}`

export const drawSiteCard = (): Promise<Buffer> =>
  sharp(Buffer.from(svg))
    .withExif({ IFD0: { ImageDescription: origin } })
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer()
