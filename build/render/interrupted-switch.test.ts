import fs, { existsSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { nextManifestFile } from '../../data/api/static/manifest.ts'
import { api } from '../../data/api/table.ts'
import { rollBack } from '../roll-back.ts'
import { DataFolder } from '../test/test-bundle.ts'

/** Operations that the file system refuses: hard links with this error code, renames to these names, and removals of them. */
const faults: { link?: string | undefined; rename?: string | undefined; remove?: string | undefined } = {}
const { linkSync, renameSync, rmSync } = fs

beforeAll(() => {
  fs.linkSync = (from, to) => {
    if (faults.link !== undefined) throw Object.assign(new Error(faults.link), { code: faults.link })
    linkSync(from, to)
  }
  fs.renameSync = (from, to) => {
    if (basename(String(to)) === faults.rename) throw new Error('interrupted')
    renameSync(from, to)
  }
  fs.rmSync = (path, options) => {
    if (basename(String(path)) === faults.remove) throw new Error('interrupted')
    rmSync(path, options)
  }
  syncBuiltinESMExports()
})
afterAll(() => {
  Object.assign(fs, { linkSync, renameSync, rmSync })
  syncBuiltinESMExports()
})

let folder: DataFolder
beforeEach(async () => {
  folder = new DataFolder()
  for (const version of ['1', '2']) await folder.import(version)
})
afterEach(() => {
  faults.link = undefined
  folder.close()
})

const back = () => rollBack({ api, dataDir: folder.dataDir, patches: 'none' })
const versions = () => folder.read((catalog) => catalog.patches.all.map(({ version }) => version))
const isThere = (name: string) => existsSync(join(folder.dataDir, name))

/** Runs work that is interrupted before a file is renamed to this name. */
async function interrupt(name: string, work: () => Promise<unknown>): Promise<void> {
  faults.rename = name
  await expect(work()).rejects.toThrow('interrupted')
  faults.rename = undefined
}

describe('an import that is interrupted', () => {
  it('before its catalog is in place leaves both states usable', async () => {
    await interrupt('catalog.db', () => folder.import('3'))
    expect(versions()).toEqual(['1', '2'])
    await back()
    expect(versions()).toEqual(['1'])
  })

  it('after that can be rolled back', async () => {
    await interrupt('catalog.previous.db', () => folder.import('3'))
    expect(versions()).toEqual(['1', '2', '3'])
    await back()
    expect(versions()).toEqual(['1', '2'])
    await back()
    expect(versions()).toEqual(['1', '2', '3'])
  })
})

describe('an import that is interrupted while it removes files of rows that went', () => {
  const perk = (slug: string) => ({ id: `id.perk.${slug}` })
  const filesOf = (slug: string) =>
    folder.tree('_static').match(new RegExp(`perks/row/../id.perk.${slug}.json`, 'g')) ?? []

  it('leaves files that the next import removes, even if that one changes nothing', async () => {
    const all = { patches: 'all', replace: true, acceptAnomalies: true } as const
    const content = { perks: [perk('alone')] }
    await folder.import('2', { perks: [perk('alone'), perk('gone')] }, all)
    expect(filesOf('gone')).toHaveLength(1)
    faults.remove = 'id.perk.gone.json'
    await expect(folder.import('2', content, all)).rejects.toThrow('interrupted')
    faults.remove = undefined
    expect(filesOf('gone')).toHaveLength(1)
    expect(await folder.import('2', content, all)).toMatchObject({ outcome: 'unchanged', rendered: { written: 0 } })
    expect([filesOf('gone').length, filesOf('alone').length]).toEqual([0, 1])
    expect(isThere(nextManifestFile)).toBe(false)
  })
})

describe('a rollback that is interrupted', () => {
  it('before its catalog is in place is repeated by the next rollback', async () => {
    await interrupt('catalog.db', back)
    expect(versions()).toEqual(['1', '2'])
    await back()
    expect(versions()).toEqual(['1'])
    expect(isThere('catalog.previous.db.new')).toBe(false)
  })

  it('after that can be undone', async () => {
    await interrupt('catalog.previous.db', back)
    expect(versions()).toEqual(['1'])
    await back()
    expect(versions()).toEqual(['1', '2'])
  })
})

describe('where files cannot be linked', () => {
  it.each(['EPERM', 'ENOTSUP', 'ENOSYS'])('the catalog before an import is copied (%s)', async (code) => {
    faults.link = code
    await folder.import('3')
    await back()
    expect(versions()).toEqual(['1', '2'])
  })

  it('for another reason, the import fails, and the next one removes its files', async () => {
    faults.link = 'EIO'
    await expect(folder.import('3')).rejects.toThrow('EIO')
    faults.link = undefined
    expect([versions(), isThere(nextManifestFile)]).toEqual([['1', '2'], true])
    await folder.import('2')
    expect(isThere(nextManifestFile)).toBe(false)
  })
})
