import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs, { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { outputPath } from '../data/api/static/output-path.ts'
import { bulkFolder, bulkName } from '../data/api/model/values/bulk-files.ts'
import { respond } from '../data/api/answer/respond.ts'
import { staticRequests } from '../data/api/static/static-requests.ts'
import { api } from '../data/api/table.ts'
import { etagOf, hashFile, sha256 } from '../data/store/files/etag.ts'
import { acquireImportLock } from '../data/store/files/import-lock.ts'
import { BulkListings } from '../data/store/files/bulk-listings.ts'
import { readIndex, readManifest } from '../data/store/files/tree.ts'
import { BusyError } from '../data/store/files/import-lock.ts'
import { DataFolder, writeTestBundle } from './test/test-bundle.ts'
import { commandEnvironment } from '../scripts/test/environment.ts'
import { sampled } from '../scripts/test/long-form.ts'
import { randomMoments } from '../scripts/test/random-moments.ts'
import { copySampleBundles } from '../scripts/test/built-world.ts'

const project = join(import.meta.dirname, '..')
const lockFile = join(project, 'data/store/files/import-lock.ts')

let folder: DataFolder
const children: ChildProcess[] = []

beforeEach(() => {
  folder = new DataFolder()
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  folder.close()
})

/** Starts a command of this project with the data folder. */
function run(...args: string[]): ChildProcess {
  const env = commandEnvironment({ DATA_DIR: folder.dataDir, RENDER_PATCHES: 'all' })
  const child = spawn(process.execPath, [...args], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  return child
}

/** Kills a process some time after it has written this output, so that it ends in the middle of the step that it announced. */
async function killAt(child: ChildProcess, saying: string, milliseconds: number): Promise<void> {
  const hasSaid = await said(child, saying)
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
  child.kill('SIGKILL')
  await gone(child)
  expect([hasSaid, child.signalCode], saying).toEqual([true, 'SIGKILL'])
}

const gone = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

/** Whether the process wrote this to stdout or stderr before it ended. */
const said = (child: ChildProcess, wanted: string): Promise<boolean> =>
  new Promise((resolve) => {
    let text = ''
    const listen = (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes(wanted)) resolve(true)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', () => resolve(false))
  })

describe('the import lock', () => {
  it('is held by one process at a time and released afterwards', () => {
    const release = acquireImportLock(folder.dataDir)
    expect(release).toBeDefined()
    expect(acquireImportLock(folder.dataDir)).toBeUndefined()
    release?.()
    const again = acquireImportLock(folder.dataDir)
    expect(again).toBeDefined()
    again?.()
  })

  it('belongs to one data folder', () => {
    const other = new DataFolder()
    const releases = [acquireImportLock(folder.dataDir), acquireImportLock(other.dataDir)]
    expect(releases.every((release) => release !== undefined)).toBe(true)
    for (const release of releases) release?.()
    other.close()
  })

  it('refuses a second import and a render while an import runs, without disturbing it', async () => {
    const bundles = [folder.write('1', { items: [{ id: 'id.item.a' }] }), folder.write('2')]
    const running = folder.importAll(bundles)
    await expect(folder.import('3')).rejects.toBeInstanceOf(BusyError)
    await expect(folder.render()).rejects.toThrow(
      `Another import or render is at work in ${folder.dataDir}: wait for it to end.`,
    )
    expect((await running).summaries.map(({ outcome }) => outcome)).toEqual(['imported', 'imported'])
    expect((await folder.import('3')).patchId).toBe(3)
  })

  it('is released after a refused import', async () => {
    await folder.errorsOf('1', { items: [{ id: 'x' }] })
    expect((await folder.import('1')).outcome).toBe('imported')
  })

  it('is released when the process that holds it ends, even by kill -9', async () => {
    const code = `import(${JSON.stringify(lockFile)}).then(({ acquireImportLock }) => {
      acquireImportLock(process.env.DATA_DIR); console.log('held'); setInterval(() => undefined, 1000) })`
    const holder = run('--eval', code)
    expect(await said(holder, 'held')).toBe(true)
    await expect(folder.import('1')).rejects.toBeInstanceOf(BusyError)
    holder.kill('SIGKILL')
    await gone(holder)
    expect((await folder.import('1')).outcome).toBe('imported')
  })
})

describe('an import', () => {
  it('leaves only catalog, assets, tree and manifest', async () => {
    await folder.import('1', { items: [{ id: 'id.item.a' }] })
    expect(readdirSync(folder.dataDir).sort()).toEqual(['_static', 'catalog.db', 'import.lock', 'manifest.json'])
    expect(readManifest(folder.dataDir)?.catalog).toBe(await hashFile(folder.catalogPath))
  })

  it('fails with a message and leaves no files if the disk has no room for its copy of the catalog', async () => {
    await folder.import('1', { items: [{ id: 'id.item.a' }] })
    const before = folder.tree()
    const noRoom = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const copy = vi.spyOn(fs, 'copyFileSync').mockImplementation(() => {
      throw noRoom
    })
    syncBuiltinESMExports()
    await expect(folder.import('2')).rejects.toThrow(`The disk of ${folder.dataDir} is full: `)
    copy.mockRestore()
    syncBuiltinESMExports()
    expect(folder.tree()).toBe(before)
  })

  it('into a catalog of another version of the program is refused with advice and changes nothing', async () => {
    await folder.import('1', { items: [{ id: 'id.item.a' }] })
    const database = new Database(folder.catalogPath)
    database.pragma('user_version = 7')
    database.close()
    const before = folder.tree()
    await expect(folder.import('2')).rejects.toThrow(
      `The catalog in ${folder.dataDir} was made by another version of this program: move catalog.db away and import the bundles again.`,
    )
    expect(folder.tree()).toBe(before)
  })

  it('removes the files of a killed import', async () => {
    writeFileSync(join(folder.dataDir, 'catalog.next.db'), 'half of a catalog')
    mkdirSync(join(folder.dataDir, '.import-tmp/bundle-x'), { recursive: true })
    writeFileSync(join(folder.dataDir, 'manifest.json.2418396'), '{ "half')
    await folder.import('1')
    expect(readdirSync(folder.dataDir).sort()).toEqual(['_static', 'catalog.db', 'import.lock', 'manifest.json'])
  })

  it('leaves a folder `tmp` of the operator alone, even if it contains the bundle', async () => {
    const bundle = writeTestBundle(join(folder.dataDir, 'tmp/bundle'), '1')
    await folder.importAll([bundle])
    await folder.import('2')
    expect(readdirSync(bundle)).toEqual(['patch.json'])
  })

  it('writes the manifest last: if that fails, the new catalog is there and the next render completes the tree', async () => {
    await folder.import('1', { items: [{ id: 'id.item.a' }] }, { patches: 'all' })
    const old = readFileSync(join(folder.dataDir, 'manifest.json'))
    await folder.import('2', { items: [{ id: 'id.item.a' }, { id: 'id.item.b' }] }, { patches: 'all' })
    const whole = folder.tree()
    writeFileSync(join(folder.dataDir, 'manifest.json'), old)
    const { state } = readManifest(folder.dataDir) ?? {}
    expect(folder.read((catalog) => catalog.state)).not.toBe(state)
    await folder.render()
    expect(folder.tree()).toBe(whole)
  })
})

/** ETags of the catalog's answers to all static requests of the given patches; each is also compared with its file. */
function answers(patchIds: readonly number[]): { text: string; wrongFiles: string[] } {
  const manifest = readManifest(folder.dataDir)
  const lines: string[] = []
  const wrongFiles: string[] = []
  folder.read((catalog) => {
    const isCurrent = manifest?.state === catalog.state
    for (const patch of catalog.patches.all.filter(({ id }) => patchIds.includes(id))) {
      for (const endpoint of api.endpoints.filter(({ mode }) => mode.column !== undefined)) {
        const ids = endpoint.resource ? catalog.ids(endpoint.resource, patch.id) : []
        for (const request of staticRequests(endpoint, patch, { total: ids.length, ids })) {
          const etag = etagOf(respond(request, catalog).body)
          const file = outputPath(request)
          lines.push(`${file?.folder} ${file?.name} ${etag}`)
          const [, scope = '', name = ''] = file?.folder.split('/') ?? []
          const index = file && readIndex(folder.dataDir, file.folder, manifest?.scopes[scope]?.folders[name])
          const path = join(folder.dataDir, file?.folder ?? '', `${file?.name}.json`)
          const listed = file && index?.find('files', file.name)
          if (isCurrent && (listed !== etag || !existsSync(path) || etagOf(readFileSync(path)) !== etag))
            wrongFiles.push(path)
        }
      }
    }
  })
  for (const id of patchIds)
    for (const file of new BulkListings(folder.dataDir, manifest).of(id)) {
      const path = join(folder.dataDir, bulkFolder, bulkName(file))
      if (!existsSync(path) || sha256(readFileSync(path)) !== file.sha256) wrongFiles.push(path)
      lines.push(bulkName(file))
    }
  return { text: sha256(lines.join('\n')), wrongFiles }
}

describe('an import that is killed', () => {
  // Outputs of the import; it is killed a random time after one of them.
  const moments = sampled(['Importing items', 'Rendering patches', 'Rendering 1.2', 'Rendering 1.2'], 3)
  const moment = randomMoments('kills of an import')

  it('at any moment leaves the old patches unchanged, and repeating the command completes it', async () => {
    const bundles = await copySampleBundles(folder.beside('world'))
    const last = bundles.at(-1) ?? ''
    await folder.importAll(bundles.slice(0, -1), { patches: 'all' })
    const old = answers([1, 2, 3])
    expect(old.wrongFiles).toEqual([])
    const states = new Set<unknown>()
    for (const saying of moments) {
      await killAt(run('scripts/import.ts', last), saying, moment(120))
      states.add(folder.read((catalog) => catalog.patches.all.length))
      expect(answers([1, 2, 3])).toEqual(old)
    }
    expect([...states].every((patches) => patches === 3 || patches === 4)).toBe(true)
    expect(await gone(run('scripts/import.ts', last))).toBe(0)
    expect(answers([1, 2, 3])).toEqual(old)
    expect(answers([4]).wrongFiles).toEqual([])
    const after = folder.tree('_static')
    await folder.render({ everything: true })
    expect(folder.tree('_static')).toBe(after)
    expect(readdirSync(folder.dataDir)).not.toContain('catalog.next.db')
  })

  it('while it replaces a patch leaves a tree that a render completes, in the old or the new state', async () => {
    const served = () => ['_static', 'manifest.json', 'catalog.db'].map((name) => folder.tree(name))
    const bundles = await copySampleBundles(folder.beside('world'))
    await folder.importAll(bundles.slice(0, 2), { patches: 'all' })
    const before = served()
    const first = bundles[0] ?? ''
    const rows = readFileSync(join(first, 'items.ndjson'), 'utf8')
    writeFileSync(join(first, 'items.ndjson'), rows.replaceAll('"rarity":"common"', '"rarity":"uncommon"'))
    await killAt(run('scripts/import.ts', '--replace', first), 'Rendering 1.0', 0)
    await folder.render()
    expect(answers([1, 2]).wrongFiles).toEqual([])
    const mended = served()
    await folder.importAll([first], { patches: 'all', replace: true })
    const replaced = served()
    expect(replaced).not.toEqual(before)
    expect([before, replaced]).toContainEqual(mended)
  })
})
