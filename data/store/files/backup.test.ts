// A backup is made while others write, and a service can be started on it.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backup, BackupError } from './backup.ts'
import { sha256 } from './etag.ts'
import { InProcessLiveStore } from '../live/in-process-live-store.ts'

let root: string
let dataDir: string
let folder: string
const sources = { databases: ['live.db'], files: ['catalog.db'], folders: ['assets'] }

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'backup-'))
  dataDir = join(root, 'data')
  folder = join(root, 'backup')
  mkdirSync(join(dataDir, 'assets/ab'), { recursive: true })
  writeFileSync(join(dataDir, 'catalog.db'), 'the catalog, which is only ever replaced whole')
  writeFileSync(join(dataDir, 'assets/ab/abcd'), 'a lantern')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

const samples = (from: number, count: number) => ({
  bytes: Buffer.from(
    Array.from({ length: count }, (_, nth) => {
      const timestamp = new Date(Date.UTC(2026, 0, 1) + (from + nth) * 60_000).toISOString()
      return `${JSON.stringify({ timestamp, num_online: 3, num_lobby: 1, num_dungeon: 2 })}\n`
    }).join(''),
  ),
  firstLine: 1,
})

describe('a backup', () => {
  it('has every acknowledged row, even if others write meanwhile', async () => {
    const live = await InProcessLiveStore.open({ dataDir })
    await live.ingest('population', samples(0, 500), Date.now())
    const writing = (async () => {
      for (let at = 500; at < 2500; at += 100) await live.ingest('population', samples(at, 100), Date.now())
    })()
    const copied = await backup(dataDir, folder, sources)
    await writing
    await live.close()
    expect(copied).toEqual(['catalog.db', 'live.db', 'assets'])
    const copy = await InProcessLiveStore.open({ dataDir: folder })
    const { value } = await copy.population.samples(0, Date.UTC(2027, 0, 1), 10_000)
    await copy.close()
    expect(value.length).toBeGreaterThanOrEqual(500)
    expect(value.length % 100).toBe(0)
  })

  it('has unchanged files and folders', async () => {
    await backup(dataDir, folder, sources)
    expect(readFileSync(join(folder, 'catalog.db'), 'utf8')).toContain('replaced whole')
    expect(readFileSync(join(folder, 'assets/ab/abcd'), 'utf8')).toBe('a lantern')
    expect(readdirSync(folder).sort()).toEqual(['assets', 'catalog.db'])
  })

  it('cannot be read by other users, in a new folder or in an existing one', async () => {
    await (await InProcessLiveStore.open({ dataDir })).close()
    const generated = { 'database.dump': async (to: string) => writeFile(to, 'hashes of keys') }
    await backup(dataDir, folder, { ...sources, generated })
    expect(modeOf(folder)).toBe('700')
    const disk = join(root, 'disk')
    mkdirSync(disk)
    await backup(dataDir, disk, { ...sources, generated })
    for (const name of ['live.db', 'database.dump']) expect(modeOf(join(disk, name)), name).toBe('600')
  })

  it('omits unfinished files of imports, which may disappear at any moment', async () => {
    writeFileSync(join(dataDir, 'assets/ab/abce.new'), 'half a lan')
    await backup(dataDir, folder, sources)
    expect(readdirSync(join(folder, 'assets/ab'))).toEqual(['abcd'])
  })

  it('of a picture whose hash is no longer its name is refused', async () => {
    const name = sha256('a lantern')
    const picture = join(dataDir, 'assets/ab', name)
    writeFileSync(picture, 'a lantern')
    writeFileSync(`${picture}.32.webp`, 'smaller, whose name says nothing of its bytes')
    await backup(dataDir, folder, sources)
    expect(readFileSync(join(folder, 'assets/ab', name), 'utf8')).toBe('a lantern')
    writeFileSync(picture, 'a lantfrn')
    await expect(backup(dataDir, join(root, 'second'), sources)).rejects.toThrow(`${picture} is damaged`)
    expect(existsSync(join(root, 'second'))).toBe(false)
  })

  it.each(['/', '//', '/inside/..'])('accepts a folder with %s at its end', async (end) => {
    await backup(dataDir, folder + end, sources)
    expect(readdirSync(folder).sort()).toEqual(['assets', 'catalog.db'])
    expect(readdirSync(root).sort()).toEqual(['backup', 'data'])
  })

  it('keeps an empty folder, which may be a mount point', async () => {
    mkdirSync(join(folder, 'lost+found'), { recursive: true })
    const { ino } = statSync(folder)
    mkdirSync(join(folder, 'backup.unfinished'))
    writeFileSync(join(folder, 'backup.unfinished/catalog.db'), 'what an interrupted backup left')
    await backup(dataDir, folder, sources)
    expect(statSync(folder).ino).toBe(ino)
    expect(readdirSync(folder).sort()).toEqual(['assets', 'catalog.db', 'lost+found'])
    expect(readdirSync(root).sort()).toEqual(['backup', 'data'])
  })

  it('follows a link to an empty folder', async () => {
    const disk = join(root, 'disk')
    mkdirSync(disk)
    symlinkSync(disk, folder)
    await backup(dataDir, folder, sources)
    expect(lstatSync(folder).isSymbolicLink()).toBe(true)
    expect(readdirSync(disk).sort()).toEqual(['assets', 'catalog.db'])
  })

  it('leaves an empty folder empty if it fails', async () => {
    mkdirSync(folder)
    writeFileSync(join(dataDir, 'live.db'), 'no database, but long enough to look like something'.repeat(50))
    const damaged = { code: 'SQLITE_NOTADB', path: join(dataDir, 'live.db') }
    await expect(backup(dataDir, folder, sources)).rejects.toMatchObject(damaged)
    expect(readdirSync(folder)).toEqual([])
  })

  it.each(['a link to nothing', 'a file'])('to %s is refused', async (what) => {
    if (what === 'a file') writeFileSync(folder, 'mine')
    else symlinkSync(join(root, 'missing'), folder)
    await expect(backup(dataDir, folder, sources)).rejects.toThrow(
      `${folder} is not a folder: name a new or an empty one.`,
    )
    expect(readdirSync(root).sort()).toEqual(['backup', 'data'])
  })

  it('to a folder with other files is refused', async () => {
    mkdirSync(folder)
    writeFileSync(join(folder, 'mine'), '')
    await expect(backup(dataDir, folder, sources)).rejects.toThrow(BackupError)
    expect(readdirSync(folder)).toEqual(['mine'])
  })

  it('of a folder without any of the sources is refused', async () => {
    const missing = join(root, 'daat')
    await expect(backup(missing, folder, sources)).rejects.toThrow(`${missing} has nothing to back up`)
    expect(existsSync(folder)).toBe(false)
  })

  it('does not exist if a database cannot be read', async () => {
    writeFileSync(join(dataDir, 'live.db'), 'no database, but long enough to look like something'.repeat(50))
    await expect(backup(dataDir, folder, sources)).rejects.toThrow('not a database')
    expect(existsSync(folder)).toBe(false)
    expect(readdirSync(root)).toEqual(['data'])
  })

  it('of a damaged database is refused', async () => {
    const live = await InProcessLiveStore.open({ dataDir })
    await live.ingest('population', samples(0, 5000), Date.now())
    await live.close()
    const file = new Database(join(dataDir, 'live.db'))
    file.pragma('wal_checkpoint(TRUNCATE)')
    file.close()
    const bytes = readFileSync(join(dataDir, 'live.db'))
    bytes.fill(0x5a, bytes.length - 40_000, bytes.length - 4096)
    writeFileSync(join(dataDir, 'live.db'), bytes)
    await expect(backup(dataDir, folder, sources)).rejects.toThrow(/malformed|damaged/)
    expect(existsSync(folder)).toBe(false)
  })
})
