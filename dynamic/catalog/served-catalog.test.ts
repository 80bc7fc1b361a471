import fs, { type FSWatcher, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DataFolder } from '../../build/test/test-bundle.ts'
import { manifestFile, nextManifestFile } from '../../data/api/static/manifest.ts'
import { readRequest } from '../../data/api/request/request.ts'
import { parseTarget } from '../../data/api/request/target.ts'
import { api } from '../../data/api/table.ts'
import { answersOf } from '../test/rigs/storage/served-answers.ts'
import { ServedCatalog } from './served-catalog.ts'

let folder: DataFolder
beforeEach(async () => {
  folder = new DataFolder()
  await folder.import('1', { items: [{ id: 'id.item.a', name: 'Lantern' }] }, { patches: 'all' })
})
afterEach(() => folder.close())

const open = (log = pino({ level: 'silent' })) =>
  ServedCatalog.open({ api, dataDir: folder.dataDir, build: { version: 'test' }, log })

function flipBit(path: string, at: number): void {
  const bytes = readFileSync(path)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

describe('a catalog with a flipped bit', () => {
  it('in a row is not served, and the error says what to do', async () => {
    flipBit(folder.catalogPath, readFileSync(folder.catalogPath).indexOf('Lantern'))
    await expect(open()).rejects.toThrow(
      `${folder.catalogPath} is damaged: its bytes are not those that were imported. Restore it from a backup, or remove it and import again.`,
    )
  })

  it('in its header is not served either', async () => {
    flipBit(folder.catalogPath, 3)
    await expect(open()).rejects.toThrow(`${folder.catalogPath} is damaged: `)
  })
})

it('a catalog whose switch was interrupted is served with all its rendered and bulk files', async () => {
  const manifest = join(folder.dataDir, manifestFile)
  const old = readFileSync(manifest)
  await folder.import('2', { items: [{ id: 'id.item.a', name: 'Lamp' }] }, { patches: 'all' })
  const whole = await open()
  const answers = answersOf(whole.current.catalog)
  whole.close()
  renameSync(manifest, join(folder.dataDir, nextManifestFile))
  writeFileSync(manifest, old)
  const served = await open()
  expect([served.current.hasFiles, answersOf(served.current.catalog)]).toEqual([true, answers])
  served.close()
  flipBit(folder.catalogPath, readFileSync(folder.catalogPath).indexOf('Lamp'))
  await expect(open()).rejects.toThrow('is damaged')
})

it('a damaged manifest is reported, and the catalog is served without files', async () => {
  writeFileSync(join(folder.dataDir, manifestFile), '{"format":1,"cata')
  const lines: string[] = []
  const served = await open(pino({}, { write: (line) => void lines.push(line) }))
  expect([served.current.hasFiles, served.current.catalog.patches.all.length]).toEqual([false, 1])
  served.close()
  expect(lines.join('')).toContain(
    'manifest.json cannot be read, so no rendered files are served: run `npm run render`',
  )
})

/** Opens the catalog with another implementation of `fs.watch`. */
async function openWithWatch(watch: () => FSWatcher, log?: Logger): Promise<ServedCatalog> {
  const spy = vi.spyOn(fs, 'watch').mockImplementation(watch)
  syncBuiltinESMExports()
  try {
    return await open(log)
  } finally {
    spy.mockRestore()
    syncBuiltinESMExports()
  }
}

/** Opens the catalog when the system has no watcher left, so that an import is noticed only after seconds. */
const openUnwatched = (log?: Logger): Promise<ServedCatalog> =>
  openWithWatch(() => {
    throw new Error('EMFILE: too many open files')
  }, log)

it('a data folder that cannot be watched is reported, and the catalog is served', async () => {
  const lines: string[] = []
  const served = await openUnwatched(pino({}, { write: (line) => void lines.push(line) }))
  expect(served.current.hasFiles).toBe(true)
  served.close()
  expect(lines.join('')).toContain('the data folder cannot be watched, so an import is noticed after up to 5 s')
})

it('a switch between opening the catalog and watching the folder is noticed', async () => {
  const names = [folder.catalogPath, join(folder.dataDir, manifestFile)]
  const put = (files: readonly Buffer[]) =>
    names.forEach((name, at) => {
      writeFileSync(`${name}.new`, files[at] as Buffer)
      renameSync(`${name}.new`, name)
    })
  const old = names.map((name) => readFileSync(name))
  await folder.import('2', { items: [{ id: 'id.item.a', name: 'Lamp' }] }, { patches: 'all' })
  const next = names.map((name) => readFileSync(name))
  put(old)
  const { watch } = fs
  const served = await openWithWatch(() => {
    put(next)
    return watch(folder.dataDir)
  })
  expect([served.current.hasFiles, served.current.catalog.patches.all.length]).toEqual([true, 2])
  served.close()
})

it('a replaced patch keeps its list of bulk files until the service notices the import', async () => {
  const served = await openUnwatched()
  const before = folder.read((catalog) => catalog.bulk.of(1))
  await folder.import('1', { items: [{ id: 'id.item.a', name: 'Lamp' }] }, { patches: 'all', replace: true })
  const { current } = served
  const { bytes } = await (await current.respondTo('/v2/bulk?patch=1')).body('identity')
  const { body } = JSON.parse(bytes.toString()) as { body: readonly { readonly sha256: string }[] }
  expect(before.length).toBeGreaterThan(0)
  expect(body.map(({ sha256 }) => sha256)).toEqual(before.map(({ sha256 }) => sha256))
  served.close()
})

it('files that were requested while they were being rendered are served once they exist', async () => {
  const served = await open()
  const request = readRequest(api, parseTarget('/v2/items/id.item.a'), served.current.catalog)
  const index = join(folder.dataDir, '_static/1/items/index.json')
  renameSync(index, `${index}.away`)
  expect(served.current.staticAnswer(request)).toBeUndefined()
  renameSync(`${index}.away`, index)
  const manifest = join(folder.dataDir, manifestFile)
  writeFileSync(`${manifest}.new`, readFileSync(manifest))
  renameSync(`${manifest}.new`, manifest)
  await expect.poll(() => served.current.staticAnswer(request)).toBeDefined()
  served.close()
})

it('the index of a folder takes about as much memory as its file has bytes', async () => {
  const lanterns = Array.from({ length: 100 }, (_, at) => ({ id: `id.item.lantern_${at}`, name: 'Lantern' }))
  const items = [{ id: 'id.item.a', name: 'Lantern' }, ...lanterns]
  await folder.import('2', { items }, { patches: 'all' })
  const served = await open()
  const { catalog } = served.current
  expect(
    served.current.staticAnswer(readRequest(api, parseTarget('/v2/items/id.item.lantern_7'), catalog)),
  ).toBeDefined()
  const { size } = statSync(join(folder.dataDir, '_static/2/items/index.json'))
  expect(size).toBeGreaterThan(5000)
  expect(catalog.caches.usedBytes().indexes).toBeLessThan(size + 1000)
  served.close()
})

it('a catalog without a manifest of its state is served without files', async () => {
  const old = readFileSync(`${folder.dataDir}/manifest.json`)
  await folder.import('2', { items: [{ id: 'id.item.a', name: 'Lamp' }] })
  writeFileSync(`${folder.dataDir}/manifest.json`, old)
  const served = await open()
  expect([served.current.hasFiles, served.current.catalog.patches.all.length]).toEqual([false, 2])
  served.close()
})
