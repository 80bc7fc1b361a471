import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readManifest } from '../../data/store/files/tree.ts'
import { DataFolder } from '../test/test-bundle.ts'

let folder: DataFolder
beforeEach(async () => {
  folder = new DataFolder()
  await folder.import('1', { items: [{ id: 'id.item.a' }] })
})
afterEach(() => {
  vi.unstubAllEnvs()
  folder.close()
})

/** Puts a `sync` in front of the system's. */
function stubSync(script: string): void {
  const programs = folder.beside('programs')
  mkdirSync(programs)
  writeFileSync(`${programs}/sync`, `#!/bin/sh\n${script}\n`)
  chmodSync(`${programs}/sync`, 0o755)
  vi.stubEnv('PATH', `${programs}:${process.env.PATH}`)
}

describe('a tree that cannot be flushed', () => {
  it('is not switched to: the import fails with a sentence, and the old state stays', async () => {
    const before = folder.tree('manifest.json')
    stubSync('[ $# -eq 0 ] || { echo "sync: error syncing: Input/output error" >&2; exit 1; }')
    await expect(folder.import('2')).rejects.toThrow(
      `${folder.dataDir} could not be written to disk, so nothing was switched: sync: error syncing: Input/output error`,
    )
    expect(folder.tree('manifest.json')).toBe(before)
    expect(folder.read((catalog) => catalog.patches.all.length)).toBe(1)
  })

  it('is flushed with everything else where `sync` has no -f', async () => {
    stubSync('[ $# -eq 0 ] || { echo "sync: unrecognized option: f" >&2; exit 1; }')
    await folder.import('2')
    expect(readManifest(folder.dataDir)?.patches).toHaveLength(2)
  })
})
