import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { temporaryFolder } from '../../../scripts/test/temporary-folder.ts'
import { acquireLock } from './import-lock.ts'

let folder: string
beforeEach(() => void (folder = temporaryFolder('lock-')))
afterEach(() => rmSync(folder, { recursive: true }))

it('a process that only reads the file does not keep others from acquiring the lock', () => {
  const file = join(folder, 'import.lock')
  const trying = new Database(file)
  trying.exec('BEGIN')
  trying.prepare('SELECT * FROM sqlite_master').all()
  const release = acquireLock(file)
  expect(release).toBeDefined()
  trying.close()
  expect(acquireLock(file)).toBeUndefined()
  release?.()
  acquireLock(file)?.()
})
