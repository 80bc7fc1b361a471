import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sha256 } from '../../data/store/files/etag.ts'
import { DataFolder, treeOf, type Row } from '../test/test-bundle.ts'
import { binaryModel } from '../test/test-model.ts'

const secret = 'taken at the harbour'
let plain: Buffer
let tagged: Buffer
let folder: DataFolder

beforeAll(async () => {
  plain = await picture('#884422').png().toBuffer()
  const exif = picture('#884422').withExif({ IFD0: { ImageDescription: secret } })
  tagged = withTextChunk(await exif.png().toBuffer(), `Comment\0${secret}`)
})
beforeEach(() => {
  folder = new DataFolder()
})
afterEach(() => folder.close())

const picture = (background: string) => sharp({ create: { width: 24, height: 16, channels: 4, background } })

/** The PNG with a tEXt chunk after its header. */
function withTextChunk(png: Buffer, text: string): Buffer {
  const body = Buffer.from(`tEXt${text}`, 'latin1')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length - 4)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  const afterHeader = 8 + 25
  return Buffer.concat([png.subarray(0, afterHeader), length, body, check, png.subarray(afterHeader)])
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

const model = (document: Row = { asset: { version: '2.0' } }): Buffer => binaryModel(JSON.stringify(document))

const sword = (more: Row = {}) => ({ items: [{ id: 'id.item.sword', icon: 'assets/icons/sword.png', ...more }] })

/** The hash in the URL of an item's icon, and the path of its file. */
function iconOf(patch: number): { hash: string; bytes: Buffer; path: string } {
  const url = String(folder.row(`/v2/items/id.item.sword?patch=${patch}`).icon_url)
  const hash = /^\/v1\/codex\/assets\/([0-9a-f]{64})$/.exec(url)?.[1] ?? ''
  const path = join(folder.dataDir, 'assets', hash.slice(0, 2), hash)
  return { hash, path, bytes: readFileSync(path) }
}

describe('a picture', () => {
  it('is stored without metadata, under the hash of the stored bytes', async () => {
    expect(tagged.includes(secret)).toBe(true)
    expect((await sharp(tagged).metadata()).exif).toBeDefined()
    await folder.import('1', { ...sword(), 'assets/icons/sword.png': tagged })
    const { hash, bytes } = iconOf(1)
    expect(sha256(bytes)).toBe(hash)
    expect(bytes.includes(secret)).toBe(false)
    expect(bytes.includes('tEXt')).toBe(false)
    const { format, width, height, exif } = await sharp(bytes).metadata()
    expect({ format, width, height, exif }).toEqual({ format: 'png', width: 24, height: 16, exif: undefined })
  })

  it('keeps its pixels', async () => {
    await folder.import('1', { ...sword(), 'assets/icons/sword.png': tagged })
    const pixels = (bytes: Buffer) => sharp(bytes).ensureAlpha().raw().toBuffer()
    expect((await pixels(iconOf(1).bytes)).equals(await pixels(tagged))).toBe(true)
  })

  it('has the same URL whatever metadata it had', async () => {
    await folder.import('1', { ...sword(), 'assets/icons/sword.png': tagged })
    await folder.import('2', { 'assets/icons/sword.png': plain, ...sword() })
    expect(iconOf(2).hash).toBe(iconOf(1).hash)
  })

  it('is stored in smaller sizes, and unchanged for sizes that are not smaller', async () => {
    const wide = await sharp({ create: { width: 48, height: 20, channels: 3, background: 'navy' } })
      .png()
      .toBuffer()
    await folder.import('1', { ...sword(), 'assets/icons/sword.png': wide })
    const { path, bytes } = iconOf(1)
    const sideOf = async (format: string) => {
      const { width, height } = await sharp(`${path}.32.${format}`).metadata()
      return [width, height]
    }
    expect([await sideOf('png'), await sideOf('webp')]).toEqual([
      [32, 13],
      [32, 13],
    ])
    const webp = readFileSync(`${path}.webp`)
    expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', width: 48, height: 20 })
    for (const size of [64, 128, 256]) {
      expect(readFileSync(`${path}.${size}.png`).equals(bytes)).toBe(true)
      expect(readFileSync(`${path}.${size}.webp`).equals(webp)).toBe(true)
    }
  })

  it.each(['jpeg', 'webp', 'gif'] as const)('is none when it is a %s by another name', async (format) => {
    const bytes = await picture('red').toFormat(format).toBuffer()
    expect(await folder.errorsOf('1', { 'assets/a.png': bytes })).toEqual([
      `assets/a.png: expected a PNG picture, got "it is ${format}"`,
    ])
  })

  it('is refused if it is truncated', async () => {
    const noise = await sharp({
      create: {
        width: 64,
        height: 64,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
        background: 'red',
      },
    })
      .png()
      .toBuffer()
    expect(await folder.errorsOf('1', { 'assets/a.png': noise.subarray(0, noise.length / 2) })).toEqual([
      expect.stringMatching(/^assets\/a\.png: expected a PNG picture, got "/),
    ])
  })

  it('is inherited, and may change without the file of rows', async () => {
    await folder.import('1', { ...sword(), 'assets/icons/sword.png': plain })
    await folder.import('2', sword({ name: 'Sword' }))
    await folder.import(
      '3',
      { ...sword(), 'assets/icons/sword.png': await picture('#00ff00').png().toBuffer() },
      { acceptAnomalies: true },
    )
    expect(iconOf(2).hash).toBe(iconOf(1).hash)
    expect(iconOf(3).hash).not.toBe(iconOf(1).hash)
    expect(folder.row('/v2/items/id.item.sword').icon).toBeUndefined()
  })

  it('is written again if a power cut left its file empty', async () => {
    await folder.import('1', { ...sword(), 'assets/icons/sword.png': plain })
    const files = treeOf(join(folder.dataDir, 'assets'))
    const { path } = iconOf(1)
    for (const file of [path, `${path}.webp`]) writeFileSync(file, '')
    await folder.import('2', { ...sword(), 'assets/icons/sword.png': plain })
    expect(treeOf(join(folder.dataDir, 'assets'))).toBe(files)
  })
})

describe('a model', () => {
  const wisp = (more: Row = {}) => ({ monsters: [{ id: 'id.monster.wisp', ...more }] })

  it('is stored byte for byte', async () => {
    const bytes = model()
    await folder.import('1', { ...wisp({ model: 'assets/wisp.glb' }), 'assets/wisp.glb': bytes })
    const hash = sha256(bytes)
    expect(readFileSync(join(folder.dataDir, 'assets', hash.slice(0, 2), hash)).equals(bytes)).toBe(true)
    expect(folder.list('/v2/monsters?has_model=true')).toHaveLength(1)
    expect(folder.list('/v2/monsters?has_model=false')).toHaveLength(0)
  })

  it('is refused if it has errors or is text', async () => {
    const content = { 'assets/a.glb': model({ asset: { version: '2.0' }, nodes: [{ mesh: 7 }] }), 'assets/b.glb': '{}' }
    expect(await folder.errorsOf('1', content)).toEqual([
      expect.stringMatching(/^assets\/a\.glb: expected a binary glTF model, got "/),
      expect.stringMatching(/^assets\/b\.glb: expected a binary glTF model, got "/),
    ])
  })

  it('counts as a change if a row gains or loses it, although the listed row is the same', async () => {
    const files = { 'assets/wisp.glb': model(), 'assets/wisp.png': plain }
    await folder.import('1', { ...wisp(), ...files })
    await folder.import('2', wisp({ model: 'assets/wisp.glb', portrait: 'assets/wisp.png' }))
    await folder.import('3', wisp(), { acceptAnomalies: true })
    const found = [1, 2, 3].map((id) =>
      ['has_model', 'has_portrait'].map((name) => folder.list(`/v2/monsters?patch=${id}&${name}=true`).length),
    )
    expect(found).toEqual([
      [0, 0],
      [1, 1],
      [0, 0],
    ])
  })
})

describe('a bundle that is imported once more with --replace', () => {
  it.each(['missing', 'damaged'])('restores pictures that are %s', async (fault) => {
    const bundle = folder.write('1', { ...sword(), 'assets/icons/sword.png': plain })
    await folder.importAll([bundle])
    const { path } = iconOf(1)
    const assets = join(folder.dataDir, 'assets')
    const before = treeOf(assets)
    if (fault === 'damaged') writeFileSync(path, readFileSync(path).reverse())
    else rmSync(assets, { recursive: true })
    const { summaries } = await folder.importAll([bundle], { replace: true })
    expect(summaries).toMatchObject([{ outcome: 'unchanged' }])
    expect(treeOf(assets)).toBe(before)
  })

  it('replaces the patch if pictures are encoded to other bytes by now, so that rows name the stored files', async () => {
    const bundle = folder.write('1', { ...sword(), 'assets/icons/sword.png': plain })
    const prototype = sharp.prototype as Sharp
    const encode = Reflect.get<Sharp, 'png'>(prototype, 'png')
    const png = vi.spyOn(prototype, 'png').mockImplementation(function (this: Sharp) {
      return encode.call(this, { compressionLevel: 0 })
    })
    await folder.importAll([bundle], { patches: 'all' })
    png.mockRestore()
    const { hash } = iconOf(1)
    rmSync(join(folder.dataDir, 'assets'), { recursive: true })
    const replace = () => folder.importAll([bundle], { replace: true, patches: 'all' })
    expect((await replace()).summaries).toMatchObject([{ outcome: 'replaced' }])
    expect((await replace()).summaries).toMatchObject([{ outcome: 'unchanged' }])
    expect(iconOf(1).hash).not.toBe(hash)
    expect(sha256(iconOf(1).bytes)).toBe(iconOf(1).hash)
  })

  it('is necessary if a bulk file has to be packed and a picture is missing', async () => {
    const bundle = folder.write('1', { ...sword(), 'assets/icons/sword.png': plain })
    await folder.importAll([bundle], { patches: 'all' })
    const { path } = iconOf(1)
    rmSync(path)
    rmSync(join(folder.dataDir, 'bulk'), { recursive: true })
    await expect(folder.render({ everything: true })).rejects.toThrow(
      `${path} is missing: import all bundles once more with --replace, or restore it from a backup.`,
    )
    await folder.importAll([bundle], { replace: true, patches: 'all' })
    expect(existsSync(path)).toBe(true)
  })
})

describe('an asset that cannot be written', () => {
  it('is not a validation error of the bundle, and nothing is imported', async () => {
    await folder.import('1')
    const before = folder.catalogHash()
    const bytes = model()
    const path = join(folder.dataDir, 'assets', sha256(bytes).slice(0, 2))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, 'a file where a folder should be')
    await expect(folder.import('2', { 'assets/a.glb': bytes })).rejects.toMatchObject({
      code: expect.stringMatching(/^(ENOTDIR|EEXIST)$/) as string, // by version of Node
    })
    expect(folder.catalogHash()).toBe(before)
    expect(existsSync(join(folder.dataDir, 'catalog.next.db'))).toBe(false)
  })
})
