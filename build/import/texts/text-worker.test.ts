import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { beforeEach, expect, it } from 'vitest'
import { SearchSegment } from '../../../data/api/search/segment.ts'
import { createTextWorker, type TextWorker } from './text-worker.ts'

const much = 100 * 1024 * 1024
const names = ['facets.json', 'locales/de.json', 'locales/en.json']
const row = (id: string) => ({ kind: 'items', id, name: 'Name_Key', rarity: 'rare', texts: ['Plain words'] })

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'texts-'))
  mkdirSync(join(folder, 'locales'))
  writeFileSync(join(folder, 'facets.json'), '{ "rarity": { "rare": "Seldom" } }')
  writeFileSync(join(folder, 'locales/de.json'), '{ "Name_Key": "Laterne" }')
  writeFileSync(join(folder, 'locales/en.json'), '{ "Name_Key": "Lantern" }')
  return () => rmSync(folder, { recursive: true })
})

async function workOf(worker: TextWorker) {
  const packed = await worker.pack({ folder, names, kinds: ['items'] })
  const segments = [await worker.index([row('b')]), await worker.index([row('a')]), await worker.finish()].flat()
  await worker.close()
  return { packed: packed.map((one) => one && Buffer.from(one).toString('hex')), segments }
}

it('has the same results on this thread and on another', async () => {
  const own = await workOf(createTextWorker(0))
  expect(own.packed.every((one) => one !== undefined)).toBe(true)
  const [segment] = own.segments.map((bytes) => SearchSegment.fromBytes(zstdDecompressSync(bytes)))
  expect(segment?.texts).toMatchObject({ ids: ['a', 'b'], names: ['lantern', 'laterne', 'rare', 'seldom'] })
  const other = await workOf(createTextWorker(much))
  expect(other.packed).toEqual(own.packed)
  expect(other.segments.map((one) => Buffer.from(one))).toEqual(own.segments.map((one) => Buffer.from(one)))
})

it.each([0, much])('packs no file with validation errors (%d bytes)', async (bytes) => {
  writeFileSync(join(folder, 'facets.json'), '{ "rarity": { "rare": 1 } }')
  writeFileSync(join(folder, 'locales/de.json'), '["Laterne"]')
  const worker = createTextWorker(bytes)
  const packed = await worker.pack({ folder, names: [...names, 'locales/fr.json'], kinds: [] })
  await worker.close()
  expect(packed.map((one) => one !== undefined)).toEqual([false, false, true, false])
})

it.each([0, much])('refuses to index rows before the texts of their bundle are packed (%d bytes)', async (bytes) => {
  const worker = createTextWorker(bytes)
  const early = [() => worker.index([row('a')]), () => worker.finish()]
  for (const call of early)
    await expect(Promise.resolve().then(call)).rejects.toThrow('once the texts of their bundle were packed')
  await worker.close()
})
