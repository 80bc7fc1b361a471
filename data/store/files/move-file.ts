import { copyFileSync, renameSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { unfinishedSuffix } from './write-atomic.ts'

/** Moves a file, atomically in its new place, which may be on another file system. The name of the file must be unique there. */
export function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    const beside = `${to}.${basename(from)}${unfinishedSuffix}`
    try {
      copyFileSync(from, beside)
      renameSync(beside, to)
    } finally {
      rmSync(beside, { force: true })
    }
    rmSync(from)
  }
}
