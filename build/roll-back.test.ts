import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api } from '../data/api/table.ts'
import { acquireImportLock } from '../data/store/files/import-lock.ts'
import { BusyError } from '../data/store/files/import-lock.ts'
import { rollBack } from './roll-back.ts'
import { DataFolder } from './test/test-bundle.ts'
import { commandEnvironment } from '../scripts/test/environment.ts'

let folder: DataFolder
beforeEach(() => {
  folder = new DataFolder()
})
afterEach(() => folder.close())

const all = { patches: 'all' } as const
const lantern = (more: object = {}) => ({ items: [{ id: 'id.item.lantern', name: 'Lantern', ...more }] })
const back = () => rollBack({ api, dataDir: folder.dataDir, ...all })
/** Catalog, tree and manifest. */
const served = () => ['catalog.db', '_static', 'manifest.json'].map((name) => folder.tree(name))

describe('a rollback', () => {
  it('restores what was served before the last import, byte for byte', async () => {
    await folder.import('1', lantern(), all)
    const before = served()
    await folder.import('2', lantern({ gear_score: 7 }), all)
    expect(served()).not.toEqual(before)
    expect(await back()).toMatchObject({ removed: ['2 (main), id 2'], restored: [] })
    expect(served()).toEqual(before)
    expect(existsSync(join(folder.dataDir, '_static/2'))).toBe(false)
  })

  it('is undone by a second one', async () => {
    await folder.import('1', lantern(), all)
    await folder.import('2', lantern({ gear_score: 7 }), all)
    const after = served()
    await back()
    expect(await back()).toMatchObject({ removed: [], restored: ['2 (main), id 2'] })
    expect(served()).toEqual(after)
  })

  it('reverts all bundles of one import', async () => {
    await folder.import('1', lantern(), all)
    const before = served()
    await folder.importAll(
      [folder.write('2', lantern({ gear_score: 7 })), folder.write('3', lantern({ gear_score: 9 }))],
      all,
    )
    expect((await back()).removed).toHaveLength(2)
    expect(served()).toEqual(before)
  })

  it('reverts the replacement of a patch', async () => {
    await folder.import('1', lantern(), all)
    await folder.import('2', lantern({ gear_score: 7 }), all)
    const before = served()
    await folder.import('2', lantern({ gear_score: 8 }), { ...all, replace: true })
    expect(await back()).toMatchObject({ removed: [], restored: [] })
    expect(served()).toEqual(before)
  })

  it('reverts the last import; a render and an import of the same bundle do not count', async () => {
    await folder.import('1', lantern(), all)
    const before = served()
    await folder.import('2', lantern({ gear_score: 7 }), all)
    await folder.render()
    expect((await folder.import('2', lantern({ gear_score: 7 }), all)).outcome).toBe('unchanged')
    await back()
    expect(served()).toEqual(before)
  })

  it('leaves room for the next import', async () => {
    await folder.import('1', lantern(), all)
    await folder.import('2', lantern({ gear_score: 7 }), all)
    const whole = served()
    await back()
    await folder.import('2', lantern({ gear_score: 7 }), { ...all, now: () => new Date(Date.UTC(2026, 0, 1, 12, 1)) })
    expect(served()).toEqual(whole)
    expect(readdirSync(folder.dataDir).sort()).toEqual([
      '_static',
      'bulk',
      'catalog.db',
      'catalog.previous.db',
      'import.lock',
      'manifest.json',
    ])
  })
})

describe('there is nothing to go back to', () => {
  const nothing = /has no state to go back to: only the one before the last import is kept/

  it('before anything was imported, and after the first import', async () => {
    await expect(back()).rejects.toThrow(nothing)
    await folder.import('1', lantern(), all)
    await expect(back()).rejects.toThrow(nothing)
  })

  it('after an update, if the previous state is of another version', async () => {
    for (const version of ['1', '2']) await folder.import(version)
    const previous = join(folder.dataDir, 'catalog.previous.db')
    const database = new Database(previous)
    database.pragma('user_version = 7')
    database.close()
    await expect(back()).rejects.toThrow(
      `There is no state to go back to: ${previous} was made by another version of this program and can be removed.`,
    )
  })

  it('while an import runs', async () => {
    const release = acquireImportLock(folder.dataDir)
    await expect(back()).rejects.toBeInstanceOf(BusyError)
    release?.()
  })
})

describe('npm run rollback', () => {
  const run = () =>
    spawnSync(process.execPath, ['scripts/rollback.ts'], {
      cwd: join(import.meta.dirname, '..'),
      env: commandEnvironment({ DATA_DIR: folder.dataDir, RENDER_PATCHES: 'all' }),
      encoding: 'utf8',
    })

  it('reports removed and restored patches, or that there is no previous state', async () => {
    await folder.import('1', lantern(), all)
    expect(run()).toMatchObject({ status: 1, stderr: expect.stringMatching(/nothing|no state to go back/) as string })
    await folder.import('2', lantern({ gear_score: 7 }), all)
    expect(run()).toMatchObject({ status: 0, stdout: expect.stringContaining('gone: 2 (main), id 2\n') as string })
    expect(run()).toMatchObject({ status: 0, stdout: expect.stringContaining('back: 2 (main), id 2\n') as string })
  })
})
