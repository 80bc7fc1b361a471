import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { canRun } from '../../../scripts/test/requirements.ts'
import { temporaryFolder } from '../../../scripts/test/temporary-folder.ts'
import { moveFile } from './place-file.ts'

function newFolder(place: { disk?: boolean } = {}): string {
  const folder = temporaryFolder('move-', place)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const hasMemory = canRun('a file system in memory', '/dev/shm', existsSync('/dev/shm'))
it.runIf(hasMemory)('a file moves to another file system whole, and in place of what is there', () => {
  const [from, to] = [newFolder({ disk: true }), newFolder()]
  writeFileSync(join(from, 'new'), 'new')
  writeFileSync(join(to, 'known'), 'old')
  moveFile(join(from, 'new'), join(to, 'known'))
  expect(readFileSync(join(to, 'known'), 'utf8')).toBe('new')
  expect([readdirSync(from), readdirSync(to)]).toEqual([[], ['known']])
})

it.runIf(hasMemory)('a file that cannot be moved there stays where it is, and leaves nothing there', () => {
  const [from, to] = [newFolder({ disk: true }), newFolder()]
  writeFileSync(join(from, 'new'), 'new')
  mkdirSync(join(to, 'folder'))
  expect(() => moveFile(join(from, 'new'), join(to, 'folder'))).toThrow()
  expect([readdirSync(from), readdirSync(to)]).toEqual([['new'], ['folder']])
})
