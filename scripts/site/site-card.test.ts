import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { origin } from './site-card.ts'
import { root } from './source-files.ts'

it('site/public/_card.png is up to date (`node scripts/site/draw-site-card.ts` updates it)', async () => {
  const { width, height, exif } = await sharp(join(root, 'site/public/_card.png')).metadata()
  expect([width, height]).toEqual([1200, 630])
  expect(exif?.toString('latin1')).toContain(origin)
})
