// Tests `npm run publish:tree` as a command, and the public URL in its pages.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importAndRender } from '../../build/import-and-render.ts'
import { publicFolder } from '../../build/publish-tree/publish-tree.ts'
import { catalogFile } from '../../build/render/switch.ts'
import { writeTestBundle } from '../../build/test/test-bundle.ts'
import { currentLink } from '../../build/publish-tree/release.ts'
import { pagesFolder } from '../../data/api/static/page-files.ts'
import { api } from '../../data/api/table.ts'
import { currentBuildFile } from '../../site/server/open-site.ts'
import { commandEnvironment } from '../test/environment.ts'
import { buildSite } from './build-site.ts'

const script = join(import.meta.dirname, '../publish/tree.ts')

let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'publish-'))
  const bundle = writeTestBundle(join(dataDir, 'bundle'), '1.0.0', {
    items: [{ id: 'id.item.lantern', name: 'Lantern' }],
  })
  await importAndRender([bundle], { api, dataDir, patches: 'none' })
})
afterAll(() => rmSync(dataDir, { recursive: true }))

function publish(PUBLIC_URL: string) {
  const env = commandEnvironment({ DATA_DIR: dataDir, PUBLIC_URL })
  // The umask of the systemd unit.
  const command = ['-c', 'umask 077; exec "$@"', 'sh', process.execPath, script, '--no-cards']
  const { status, stderr } = spawnSync('/bin/sh', command, { encoding: 'utf8', env })
  expect(status, stderr).toBe(0)
  const home = readFileSync(join(dataDir, 'publish', currentLink, publicFolder, pagesFolder, 'index.html'), 'utf8')
  return { stderr, home }
}

it('a current build of the site is used without writing, because containers and services have a read-only system', async () => {
  const { ino, mtimeMs } = statSync(currentBuildFile)
  await buildSite()
  expect(statSync(currentBuildFile)).toMatchObject({ ino, mtimeMs })
})

it('the catalog of another version is not published', () => {
  const other = mkdtempSync(join(tmpdir(), 'publish-'))
  const db = new Database(join(other, catalogFile))
  db.pragma('user_version = 1')
  db.close()
  const { status, stderr } = spawnSync(process.execPath, [script, '--no-pages'], {
    ...{ encoding: 'utf8', env: commandEnvironment({ DATA_DIR: other }) },
  })
  expect(stderr).toContain(`The catalog in ${other} was made by another version of this program`)
  expect(status).toBe(1)
  rmSync(other, { recursive: true })
})

describe('published pages', () => {
  it('have PUBLIC_URL', () => {
    const { stderr, home } = publish('https://ledger.test')
    expect(stderr).not.toContain('PUBLIC_URL')
    expect(statSync(join(dataDir, 'publish')).mode & 0o055).toBe(0o055)
    expect(home).toContain('content="https://ledger.test/')
  })

  it('have the address of this machine if it is not set, which is reported', () => {
    const { stderr, home } = publish('')
    expect(stderr).toContain('PUBLIC_URL is not set')
    expect(home).toContain('content="http://127.0.0.1:8080/')
  })
})
