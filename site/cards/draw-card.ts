import satori from 'satori'
import sharp from 'sharp'
import type { Card } from './card.ts'
import { cardElements, slot } from './card-elements.ts'
import { loadFonts } from './fonts.ts'

const fonts = loadFonts()
const width = 1200
const height = 630

/** Returns the card as a PNG with 128 colours. A picture that cannot be read is left out. */
export async function drawCard(card: Card, picture?: Uint8Array): Promise<Buffer> {
  const scaled = picture && (await inSlot(picture).catch(() => undefined))
  const svg = await satori(cardElements(card, scaled !== undefined), { width, height, fonts })
  const drawn = sharp(Buffer.from(svg))
  if (scaled) {
    const at = (from: number, side: number) => from + Math.floor((slot.side - side) / 2)
    drawn.composite([{ input: scaled.data, left: at(slot.left, scaled.width), top: at(slot.top, scaled.height) }])
  }
  const { data } = await drawn
    .png({ palette: true, colours: 128, dither: 0.4, effort: 1, compressionLevel: 8 })
    .toBuffer({ resolveWithObject: true })
  return data
}

/** Pixel art is scaled by whole factors; other pictures fill the space. */
async function inSlot(picture: Uint8Array): Promise<{ data: Buffer; width: number; height: number }> {
  const { width: wide, height: tall } = await sharp(picture).metadata()
  const times = Math.floor(slot.side / Math.max(wide, tall))
  const resized =
    times > 1 && (await isPixelArt(picture))
      ? sharp(picture).resize(wide * times, tall * times, { kernel: 'nearest' })
      : sharp(picture).resize(slot.side, slot.side, { fit: 'inside' })
  const { data, info } = await resized.png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const maxPixelArtColours = 128

async function isPixelArt(picture: Uint8Array): Promise<boolean> {
  const { data } = await sharp(picture).ensureAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  const colours = new Set<number>()
  for (let at = 0; at + 4 <= data.length && colours.size <= maxPixelArtColours; at += 4)
    colours.add(data.readUInt32BE(at))
  return colours.size <= maxPixelArtColours
}
