import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import writeFileAtomic from 'write-file-atomic'
import { manifestFile, nextManifestFile, type Manifest } from '../../data/api/static/manifest.ts'
import { readManifest } from '../../data/store/files/tree.ts'
import { canRun } from '../../scripts/test/requirements.ts'
import { DataFolder } from '../test/test-bundle.ts'
import { finishSwitch, switchTo } from './switch.ts'

let folder: DataFolder
beforeEach(async () => {
  folder = new DataFolder({ disk: true })
  await folder.import('1', { items: [{ id: 'id.item.a' }] })
})
afterEach(() => {
  vi.unstubAllEnvs()
  folder.close()
})

/** Makes a script take precedence over the system's `sync`. */
function stubSync(script: string): void {
  const programs = folder.beside('programs')
  mkdirSync(programs)
  writeFileSync(`${programs}/sync`, `#!/bin/sh\n${script}\n`)
  chmodSync(`${programs}/sync`, 0o755)
  vi.stubEnv('PATH', `${programs}:${process.env.PATH}`)
}

describe('a tree that cannot be flushed', () => {
  it('is not switched to: the import fails with a message, and the old state remains', async () => {
    const before = folder.tree('manifest.json')
    stubSync('[ $# -eq 0 ] || { echo "sync: error syncing: Input/output error" >&2; exit 1; }')
    await expect(folder.import('2')).rejects.toThrow(
      `${folder.dataDir} could not be written to disk, so nothing of it is used: sync: error syncing: Input/output error`,
    )
    expect(folder.tree('manifest.json')).toBe(before)
    expect(readManifest(folder.dataDir)?.patches).toHaveLength(1)
    expect(folder.read((catalog) => catalog.patches.all.length)).toBe(1)
  })

  it('is flushed with all other file systems if `sync` has no -f', async () => {
    stubSync('[ $# -eq 0 ] || { echo "sync: unrecognized option: f" >&2; exit 1; }')
    await folder.import('2')
    expect(readManifest(folder.dataDir)?.patches).toHaveLength(2)
  })
})

const hasMemory = canRun('a tree in memory', '/dev/shm', existsSync('/dev/shm'))
it.runIf(hasMemory)('a tree in memory is not flushed, because there is no disk', async () => {
  const inMemory = new DataFolder()
  onTestFinished(() => inMemory.close())
  stubSync('exit 1')
  await inMemory.import('1', { items: [{ id: 'id.item.a' }] })
  expect(readManifest(inMemory.dataDir)?.patches).toHaveLength(1)
})

it('a switch that is interrupted before the manifest is in its place leaves the new manifest next to the catalog', async () => {
  const catalog = `${folder.dataDir}/catalog.next.db`
  copyFileSync(folder.catalogPath, catalog)
  const next: Manifest = { format: 1, catalog: 'hash', state: 'state', patches: [], scopes: {} }
  const { sync } = writeFileAtomic
  const spy = vi.spyOn(writeFileAtomic, 'sync').mockImplementation((path, ...rest) => {
    if (path.endsWith(`/${manifestFile}`)) throw new Error('ENOSPC')
    sync(path, ...rest)
  })
  await expect(switchTo(folder.dataDir, next, catalog)).rejects.toThrow('ENOSPC')
  spy.mockRestore()
  expect(existsSync(catalog)).toBe(false)
  expect(JSON.parse(readFileSync(`${folder.dataDir}/${nextManifestFile}`, 'utf8'))).toEqual(next)
  await switchTo(folder.dataDir, next)
  finishSwitch(folder.dataDir, next, new Set())
  expect(existsSync(`${folder.dataDir}/${nextManifestFile}`)).toBe(false)
})
