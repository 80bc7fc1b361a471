import { expect, it } from 'vitest'
import { assetName, assetUrl, pictureFormats, pictureSizes } from './asset-names.ts'

const hash = 'e5001'.padEnd(64, '0')

it.each([
  [undefined, undefined, `e5/${hash}`],
  [undefined, 'png', `e5/${hash}`],
  [undefined, 'webp', `e5/${hash}.webp`],
  [64, 'png', `e5/${hash}.64.png`],
  [256, 'webp', `e5/${hash}.256.webp`],
])('a picture of size %s in %s is the file %s', (size, format, file) => {
  expect(assetName(hash, size, format)).toBe(file)
})

it('every variant has a file of its own', () => {
  const all = [undefined, ...pictureSizes].flatMap((size) =>
    pictureFormats.map((format) => assetName(hash, size, format)),
  )
  expect(new Set(all).size).toBe(all.length)
})

it('an asset has one address', () => {
  expect(assetUrl(hash)).toBe(`/v1/codex/assets/${hash}`)
})
