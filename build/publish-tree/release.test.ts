import fs, { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { temporaryFolder } from '../../scripts/test/temporary-folder.ts'
import { Release } from './release.ts'

let to: string
beforeEach(() => {
  to = temporaryFolder('releases-')
})
afterEach(() => rmSync(to, { recursive: true }))

it('a full folder is refused', () => {
  const release = new Release(to, 3)
  for (const name of ['a/1', 'a/2', 'a/3', 'b/1']) release.add({ name, bytes: '' })
  expect(() => release.add({ name: 'a/4', bytes: '' })).toThrow('a would hold more than 3 files')
})

/** A release of two files, one of which has this text. */
function writtenRelease(text: string): Release {
  const release = new Release(to)
  release.add({ name: 'first', bytes: text })
  release.add({ name: 'second', bytes: '' })
  return release
}

/** Interrupts the removal of a release after one of its files. */
function killRemoval() {
  const remove = fs.rmSync
  const spy = vi.spyOn(fs, 'rmSync').mockImplementation((path, options) => {
    if (!String(path).includes('/releases/')) return remove(path, options)
    remove(join(String(path), 'second'))
    throw new Error('killed')
  })
  syncBuiltinESMExports()
  return () => {
    spy.mockRestore()
    syncBuiltinESMExports()
  }
}

it('a release whose removal was interrupted is written again if the same content is published', () => {
  for (const text of ['1', '2']) writtenRelease(text).finish()
  const release = writtenRelease('3')
  const restore = killRemoval()
  expect(() => release.finish()).toThrow('killed')
  restore()
  writtenRelease('1').finish()
  expect(readdirSync(join(to, 'current')).sort()).toEqual(['files.json', 'first', 'second'])
  expect(readdirSync(join(to, 'releases'))).toHaveLength(2)
})

function replaceByFolder(path: string): void {
  rmSync(path)
  mkdirSync(path)
  writeFileSync(join(path, 'inside'), '')
}

function replaceByFile(path: string): void {
  rmSync(path, { recursive: true })
  writeFileSync(path, '')
}

it.each([
  ['lacks a file', (folder: string) => rmSync(join(folder, 'below/second'))],
  ['lacks a folder', (folder: string) => rmSync(join(folder, 'below'), { recursive: true })],
  ['has other bytes in a file', (folder: string) => writeFileSync(join(folder, 'first'), 'B')],
  ['has a part of a file', (folder: string) => writeFileSync(join(folder, 'first'), '')],
  ['has a file of another release', (folder: string) => writeFileSync(join(folder, 'below/third'), '')],
  ['lacks its list of files', (folder: string) => rmSync(join(folder, 'files.json'))],
  ['has a folder in place of a file', (folder: string) => replaceByFolder(join(folder, 'first'))],
  ['has a file in place of a folder', (folder: string) => replaceByFile(join(folder, 'below'))],
])('a release that %s is repaired when the same content is published again', (_, spoil) => {
  const write = () => {
    const release = new Release(to)
    release.add({ name: 'first', bytes: 'A' })
    release.add({ name: 'below/second', bytes: '' })
    return release.finish()
  }
  const { folder, hash } = write()
  spoil(folder)
  expect(write()).toMatchObject({ folder, hash })
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['below', 'below/second', 'files.json', 'first'])
  expect(readFileSync(join(folder, 'first'), 'utf8')).toBe('A')
  expect(readdirSync(join(to, 'releases'))).toHaveLength(1)
})
