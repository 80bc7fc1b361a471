import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validateBytes } from 'gltf-validator'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readSample, rowOf, rowsOf, type ReadBundle } from '../test/read-sample.ts'
import type { Scale } from '../scale.ts'
import { iconOf } from './icons.ts'
import { inLongForm } from '../../../scripts/test/long-form.ts'

const withPictures = Object.keys(iconOf)

/** The paths of all files that the rows of a resource name. */
const namedBy = (bundle: ReadBundle, resource: string): string[] =>
  rowsOf(bundle, resource).flatMap(({ icon, portrait, model }) =>
    [icon, portrait, model].filter((path) => typeof path === 'string'),
  )

const assetsOf = ({ files }: ReadBundle): string[] => files.filter((file) => file.startsWith('assets/'))

const bytesOf = (bundle: ReadBundle, path: string): Buffer => readFileSync(join(bundle.folder, path))

describe.each<Scale>(['full', 'small'])('pictures and models of the %s world', async (scale) => {
  const bundles = await readSample(scale, { pictures: true })
  const [first, second, ptr, last] = bundles
  const carried = new Map<ReadBundle, ReadBundle | undefined>([
    [first, undefined],
    [second, first],
    [ptr, second],
    [last, second],
  ])

  /** The bundle in which an import finds the file. */
  function holderOf(bundle: ReadBundle, path: string): ReadBundle | undefined {
    if (bundle.files.includes(path)) return bundle
    const parent = carried.get(bundle)
    return parent && holderOf(parent, path)
  }

  it('exist if a row names them', () => {
    for (const bundle of bundles) {
      for (const resource of Object.keys(bundle.tables)) {
        for (const path of namedBy(bundle, resource)) expect(holderOf(bundle, path), path).toBeDefined()
      }
    }
  })

  it('are named by a row of their bundle', () => {
    for (const bundle of bundles) {
      const named = new Set(Object.keys(bundle.tables).flatMap((resource) => namedBy(bundle, resource)))
      expect(assetsOf(bundle).filter((path) => !named.has(path))).toEqual([])
    }
  })

  it('are icons for every row of nine resources, and for no other', () => {
    for (const bundle of bundles) {
      for (const resource of Object.keys(bundle.tables)) {
        const share = rowsOf(bundle, resource).filter((row) => 'icon' in row).length / rowsOf(bundle, resource).length
        expect(share, resource).toBe(withPictures.includes(resource) ? 1 : 0)
      }
    }
  })

  it('are PNGs of 128 and 256 pixels', async () => {
    for (const bundle of bundles) {
      const pictures = assetsOf(bundle).filter((name) => name.endsWith('.png'))
      for (const path of pictures.filter((_, at) => at % inLongForm(1, 6) === 0)) {
        const { data, info } = await sharp(bytesOf(bundle, path)).raw().toBuffer({ resolveWithObject: true })
        const size = path.startsWith('assets/icons/') ? 128 : 256
        expect(info, path).toMatchObject({ width: size, height: size, channels: 3 })
        expect(new Set(data).size, path).toBeGreaterThan(32)
      }
    }
  })

  it('are binary glTF models without errors and warnings', async () => {
    const paths = assetsOf(first).filter((path) => path.endsWith('.glb'))
    expect(paths.length).toBe(scale === 'full' ? 9 : 3)
    for (const path of paths) {
      const bytes = bytesOf(first, path)
      const { mimeType, issues } = await validateBytes(new Uint8Array(bytes))
      expect({ mimeType, ...issues }, path).toMatchObject({ mimeType: 'model/gltf-binary', numErrors: 0, messages: [] })
      expect(bytes.length).toBeLessThan(40_000)
    }
  })

  it('are not shared by different kinds, by path or by content', () => {
    const kindsOf = new Map<string, Set<string>>()
    for (const bundle of bundles) {
      for (const resource of Object.keys(bundle.tables)) {
        for (const path of new Set(namedBy(bundle, resource))) {
          const content = createHash('sha256')
            .update(bytesOf(holderOf(bundle, path) ?? bundle, path))
            .digest('hex')
          for (const key of [path, content]) kindsOf.set(key, (kindsOf.get(key) ?? new Set()).add(resource))
        }
      }
    }
    expect([...kindsOf.values()].filter(({ size }) => size > 1)).toEqual([])
  })

  it('never differ in path between the patches of a row', () => {
    for (const [bundle, parent] of carried) {
      for (const resource of [...withPictures, 'monsters']) {
        for (const { id, icon, portrait, model } of rowsOf(bundle, resource)) {
          const before = parent && rowOf(parent, resource, String(id))
          if (before)
            expect({ icon, portrait, model }).toEqual({
              icon: before.icon,
              portrait: before.portrait,
              model: before.model,
            })
        }
      }
    }
  })

  it('are written if they are new; only the lantern is redrawn, in 1.1', () => {
    for (const [bundle, parent] of carried) {
      const again = parent ? assetsOf(bundle).filter((path) => holderOf(parent, path)) : []
      expect(again).toEqual(bundle === second ? ['assets/icons/ember_lantern.png'] : [])
      expect(parent && assetsOf(bundle).length > 12).toBeFalsy()
    }
    const lantern = rowOf(first, 'items', 'id.item.ember_lantern_5001')?.icon
    expect(lantern).toBe('assets/icons/ember_lantern.png')
    expect(bytesOf(first, String(lantern)).equals(bytesOf(second, String(lantern)))).toBe(false)
  })

  it('are the same for all tiers of a monster, and missing for some', () => {
    const faces = new Map<unknown, Set<unknown>>()
    for (const { archetype, portrait } of rowsOf(first, 'monsters'))
      faces.set(archetype, (faces.get(archetype) ?? new Set()).add(portrait))
    for (const portraits of faces.values()) expect(portraits.size).toBe(1)
    for (const slug of ['bog_wight', 'lantern_eater'])
      expect([...(faces.get(`id.monster.${slug}`) ?? [])]).toEqual([`assets/portraits/${slug}.png`])
    expect([...(faces.get('id.monster.wick_moth') ?? [])]).toEqual([undefined])
    for (const { family, model } of rowsOf(first, 'monsters'))
      expect(model).toBe(family === 'spirit' ? undefined : `assets/models/${String(family)}.glb`)
  })
})

describe('the number of pictures and models', () => {
  it.each<[Scale, string, number, number]>([
    ['full', 'icons', 350, 420],
    ['full', 'portraits', 130, 140],
    ['small', 'icons', 30, 45],
    ['small', 'portraits', 3, 3],
  ])('%s %s: %i to %i', async (scale, folder, low, high) => {
    const [first] = await readSample(scale, { pictures: true })
    const count = assetsOf(first).filter((path) => path.startsWith(`assets/${folder}/`)).length
    expect(count).toBeGreaterThanOrEqual(low)
    expect(count).toBeLessThanOrEqual(high)
  })

  it('gives items of the small world the same pictures as in the full one', async () => {
    const [full] = await readSample('full', { pictures: true })
    const [small] = await readSample('small', { pictures: true })
    for (const { id, icon } of rowsOf(small, 'items')) expect(rowOf(full, 'items', String(id))?.icon).toBe(icon)
  })

  it('can write bundles without pictures', async () => {
    const [bare] = await readSample('small')
    expect(assetsOf(bare)).toEqual([])
    expect(Object.keys(bare.tables).flatMap((resource) => namedBy(bare, resource))).toEqual([])
  })
})
