import sharp from 'sharp'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DataFolder, type Row } from '../test/test-bundle.ts'

type Color = 'red' | 'green' | 'blue'
let pictures: Record<Color, Buffer>
let folder: DataFolder

beforeAll(async () => {
  const picture = (background: Color) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer()
  pictures = { red: await picture('red'), green: await picture('green'), blue: await picture('blue') }
})
beforeEach(async () => {
  folder = new DataFolder()
  await folder.import('a', { ...items('x'), 'assets/x.png': pictures.red })
  await folder.import('b')
})
afterEach(() => folder.close())

/** Rows of items, each with the picture of the same name. */
const items = (...names: readonly string[]) => ({
  items: names.map((name): Row => ({ id: `id.item.${name}`, icon: `assets/${name}.png` })),
})
const replacing = { replace: true, acceptAnomalies: true }
const iconOf = (version: string, name = 'x') =>
  String(folder.row(`/v2/items/id.item.${name}?patch=${version}`).icon_url)
const isServed = (icon: string) =>
  folder.read((catalog) => Object.keys(catalog.assets()).some((hash) => icon.endsWith(`/${hash}`)))

describe('after a patch was replaced, patches below it', () => {
  it('have its new pictures, also in rows of their own bundles', async () => {
    await folder.import('c', { monsters: [{ id: 'id.monster.n' }] })
    await folder.import(
      'a',
      { ...items('x', 'n'), 'assets/x.png': pictures.blue, 'assets/n.png': pictures.green },
      replacing,
    )
    await folder.import('d', items('x', 'n'))
    const blue = iconOf('a')
    expect(['b', 'c', 'd'].map((version) => iconOf(version))).toEqual([blue, blue, blue])
    expect(iconOf('d', 'n')).toBe(iconOf('a', 'n'))
  })

  it('lack the pictures that it lacks', async () => {
    await folder.import('a', { ...items('n'), 'assets/n.png': pictures.green }, replacing)
    await expect(folder.import('c', items('x'))).rejects.toMatchObject({
      errors: [expect.stringContaining('expected the path of an asset of type image/png in the bundle')],
    })
  })

  it('keep pictures of their own', async () => {
    await folder.import('c', { 'assets/x.png': pictures.green })
    await folder.import('a', { ...items('x'), 'assets/x.png': pictures.blue }, replacing)
    await folder.import('d', items('x'))
    expect(iconOf('d')).not.toBe(iconOf('a'))
  })

  it('keep its former pictures in rows of their own, until they are imported once more with --replace', async () => {
    const c = folder.write('c', items('x'))
    await folder.importAll([c])
    const red = iconOf('c')
    await folder.import('a', { ...items('x'), 'assets/x.png': pictures.blue }, replacing)
    expect([iconOf('c'), isServed(red)]).toEqual([red, true])
    expect((await folder.importAll([c])).summaries).toMatchObject([{ outcome: 'unchanged' }])
    const fingerprintOf = () => folder.read((catalog) => catalog.fingerprint(catalog.patches.all.at(-1)?.id ?? 0))
    const before = fingerprintOf()
    for (const outcome of ['replaced', 'unchanged'])
      expect((await folder.importAll([c], replacing)).summaries).toMatchObject([{ outcome }])
    expect(fingerprintOf()).not.toBe(before)
    expect([iconOf('c'), isServed(red)]).toEqual([iconOf('a'), false])
  })
})
