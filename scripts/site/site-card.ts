// The Open Graph card of pages that have none of their own.
import { createHash } from 'node:crypto'
import sharp from 'sharp'

const lines = [430, 470, 510, 550].map(
  (y, at) => `<path d="M96 ${y}H${[760, 700, 740, 560][at]}" stroke="#3a322b" stroke-width="3"/>`,
)
export const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
  <rect width="1200" height="630" fill="#14110f"/>
  <path d="M0 0H18V630H0z" fill="#f0b35a"/>
  <text x="92" y="230" font-family="serif" font-weight="700" font-size="112" fill="#efe6da">Deepledger</text>
  <text x="96" y="310" font-family="sans-serif" font-size="38" fill="#b3a593">Every item, monster, quest and price</text>
  <text x="96" y="362" font-family="sans-serif" font-size="38" fill="#b3a593">of every patch, over HTTP</text>
  ${lines.join('')}
  <g transform="translate(830 165) scale(13)" fill="none">
    <path d="M19.5 20.5v-15a2 2 0 0 0-2-2h-11a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2h13zM4.5 18.5a2 2 0 0 1 2-2h13"
      stroke="#efe6da" stroke-width="1" stroke-linejoin="round"/>
    <path d="M9.5 8.2V7.5a2.5 2.5 0 0 1 5 0v.7" stroke="#efe6da" stroke-width="0.8"/>
    <path d="M12 7.6c1.9 1.8 2.6 3 2.6 4.2a2.6 2.6 0 0 1-5.2 0c0-1.2.7-2.4 2.6-4.2z" fill="#f0b35a"/>
  </g>
</svg>`

/** What the file says about itself: fonts differ between machines, so it names the drawing that it was made from. */
export const origin = `Drawn by node scripts/site/draw-site-card.ts from ${createHash('sha256').update(svg).digest('hex')}`

export const drawSiteCard = (): Promise<Buffer> =>
  sharp(Buffer.from(svg))
    .withExif({ IFD0: { ImageDescription: origin } })
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer()
