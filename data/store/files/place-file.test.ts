import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { canRun } from '../../../scripts/test/requirements.ts'
import { temporaryFolder } from '../../../scripts/test/temporary-folder.ts'
import { linkOrCopy, makeFolder, moveFile } from './place-file.ts'

function newFolder(place: { disk?: boolean } = {}): string {
  const folder = temporaryFolder('move-', place)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

it('a file gets a second name, unless that is taken', () => {
  const folder = newFolder()
  const [from, to] = [join(folder, 'first'), join(folder, 'second')]
  writeFileSync(from, 'new')
  linkOrCopy(from, to)
  expect(statSync(to).nlink).toBe(2)
  rmSync(to)
  writeFileSync(to, 'old')
  expect(() => linkOrCopy(from, to)).toThrow('EEXIST')
  expect(readFileSync(to, 'utf8')).toBe('old')
})

const hasMemory = canRun('a file system in memory', '/dev/shm', existsSync('/dev/shm'))
it.runIf(hasMemory)('a file is copied if a link is not possible, unless the name is taken', () => {
  const [from, to] = [join(newFolder({ disk: true }), 'first'), join(newFolder(), 'second')]
  writeFileSync(from, 'new')
  linkOrCopy(from, to)
  expect(readFileSync(to, 'utf8')).toBe('new')
  writeFileSync(to, 'old')
  expect(() => linkOrCopy(from, to)).toThrow('EEXIST')
  expect(readFileSync(to, 'utf8')).toBe('old')
})

it.runIf(hasMemory)('a file is moved to another file system completely, and replaces an existing one', () => {
  const [from, to] = [newFolder({ disk: true }), newFolder()]
  writeFileSync(join(from, 'new'), 'new')
  writeFileSync(join(to, 'known'), 'old')
  moveFile(join(from, 'new'), join(to, 'known'))
  expect(readFileSync(join(to, 'known'), 'utf8')).toBe('new')
  expect([readdirSync(from), readdirSync(to)]).toEqual([[], ['known']])
})

it.runIf(hasMemory)('a file that cannot be moved stays in its place and leaves nothing in the new one', () => {
  const [from, to] = [newFolder({ disk: true }), newFolder()]
  writeFileSync(join(from, 'new'), 'new')
  mkdirSync(join(to, 'folder'))
  expect(() => moveFile(join(from, 'new'), join(to, 'folder'))).toThrow()
  expect([readdirSync(from), readdirSync(to)]).toEqual([['new'], ['folder']])
})

it('a folder is created with those above it, unless a file is in the way', () => {
  const folder = newFolder()
  const deep = join(folder, 'a', 'b')
  makeFolder(deep)
  makeFolder(deep)
  expect(statSync(deep).isDirectory()).toBe(true)
  const file = join(deep, 'file')
  writeFileSync(file, '')
  for (const path of [file, join(file, 'c')]) expect(() => makeFolder(path)).toThrow(/EEXIST|ENOTDIR/)
})
