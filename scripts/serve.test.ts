// Tests that a service that cannot start reports the reason and ends, because supervisors only restart processes that
// end.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Accounts } from '../data/store/accounts/accounts.ts'
import { commandEnvironment } from './test/environment.ts'

const patienceMilliseconds = 120_000
let dataDir: string
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'serve-'))))
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

async function serve(settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['scripts/serve.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: commandEnvironment({ DATA_DIR: dataDir, PORT: '0', OBSERVER_PORT: '0', ...settings }),
    timeout: patienceMilliseconds,
    killSignal: 'SIGKILL',
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { code, signal, said }
}

it('ends if its catalog is damaged, even while retention runs', async () => {
  writeFileSync(join(dataDir, 'catalog.db'), 'no database, but long enough to be looked at as one')
  expect(await serve({ RETENTION_DAYS: 'market=3' })).toMatchObject({ code: 1, signal: null })
})

it('ends if accounts are of a newer version', async () => {
  await (await Accounts.open({ dataDir })).close()
  const accounts = new Database(join(dataDir, 'accounts.db'))
  accounts.prepare('insert into kysely_migration values (?, ?)').run('9999-newer', new Date(0).toISOString())
  accounts.close()
  const { said, ...ended } = await serve()
  expect(ended).toEqual({ code: 1, signal: null })
  expect(said).toContain('The tables of accounts are of a newer version of this program (9999-newer)')
})
