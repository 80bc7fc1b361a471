import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Card } from './card.ts'
import { cardElements, type Element } from './card-elements.ts'
import { drawCard } from './draw-card.ts'
import { drawableText } from './fonts.ts'

const cardOf = (name: string): Card => ({
  kind: ['Items', name],
  name,
  rarity: { slug: 'epic', word: name },
  figures: [
    { label: name, value: name },
    { label: 'Gear score', value: '38' },
  ],
  text: name,
  note: name,
})

const hostile = [
  '',
  '<script>alert(1)</script></text><image href="file:///etc/passwd"/>',
  '&lt;&#0;&unknown; ]]> <!-- {{name}}',
  'W'.repeat(5000),
  'A name of many words '.repeat(200),
  '深い帳簿の灯',
  'فانوس العمق',
  '\u202Eesrever\u202C',
  '🕯️👩‍👩‍👧‍👦',
  '\uD800 \u0000\u0007\n\t',
  'ŁÓDŹ Ǿ ẞ ﬁ',
]

const isCard = async (bytes: Uint8Array) => {
  const { format, width, height } = await sharp(bytes).metadata()
  return format === 'png' && width === 1200 && height === 630
}

const typesIn = ({ type, props: { children } }: Element): string[] => [
  type,
  ...(Array.isArray(children)
    ? (children as (Element | string)[]).flatMap((child) => (typeof child === 'string' ? [] : typesIn(child)))
    : []),
]

describe('a card', () => {
  it.each(hostile)('is drawn for %j', async (name) => {
    expect(await isCard(await drawCard(cardOf(name)))).toBe(true)
  })

  it('is drawn for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (name) =>
        isCard(await drawCard(cardOf(name))),
      ),
      { numRuns: 8 },
    )
  })

  it('has only its own elements, whatever the text', () => {
    const plain = new Set(typesIn(cardElements(cardOf('Lantern'), false)))
    for (const name of hostile)
      for (const type of typesIn(cardElements(cardOf(name), false))) expect(plain).toContain(type)
  })

  it('has less than 60 KB with a noisy picture, and the same bytes each time', async () => {
    const picture = await sharp({
      create: {
        width: 128,
        height: 128,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 90, sigma: 40 },
      },
    })
      .blur(3)
      .png()
      .toBuffer()
    const bytes = await drawCard(cardOf('Lantern'), picture)
    expect(bytes.length).toBeLessThan(60_000)
    expect(bytes.equals(await drawCard(cardOf('Lantern'), picture))).toBe(true)
  })

  it('shows pixel art in whole pixels', async () => {
    const squares = Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255])
    const picture = await sharp(squares, { raw: { width: 2, height: 2, channels: 3 } })
      .png()
      .toBuffer()
    const { data, info } = await sharp(await drawCard(cardOf('Lantern'), picture))
      .extract({ left: 842, top: 78, width: 288, height: 288 })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [
      ...data.subarray((y * 288 + x) * info.channels, (y * 288 + x) * info.channels + 3),
    ]
    expect([at(3, 3), at(143, 143), at(144, 143), at(143, 144), at(284, 284)]).toEqual([
      [255, 0, 0],
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
      [255, 255, 255],
    ])
  })

  it('is drawn without a picture that cannot be read', async () => {
    const bytes = await drawCard(cardOf('Lantern'), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"'))
    expect(bytes.equals(await drawCard(cardOf('Lantern')))).toBe(true)
  })
})

describe('text that the fonts can draw', () => {
  it.each([
    ['Wyrm’s  Łantern\n– 5 × 3', 'Wyrm’s Łantern – 5 × 3'],
    ['灯 Lantern 🕯️', 'Lantern'],
    ['灯', 'Nameless'],
    ['\u202E', 'Nameless'],
  ])('%j is %j', (text, displayed) => {
    expect(drawableText(text, 'Nameless')).toBe(displayed)
  })
})
