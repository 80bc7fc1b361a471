import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { readSettings } from '../../dynamic/settings.ts'

const refusedCodes = /^(EACCES|EPERM|EROFS|SQLITE_(CANTOPEN|PERM|READONLY)\w*)$/

/** Returns a sentence for an error due to missing permissions for a file or folder; undefined for other errors. */
export function describePermissionError(error: unknown): string | undefined {
  const { code, path } = error as NodeJS.ErrnoException
  if (code === undefined || path === undefined || !refusedCodes.test(code)) return undefined
  const place = existsSync(path) ? path : dirname(path)
  // SQLite has the same errors for paths that are not files.
  if (code.startsWith('SQLITE') && isWritable(place)) return undefined
  const user = `the user of this process${process.getuid ? ` (uid ${process.getuid()})` : ''}`
  const { DATA_DIR: dataDir } = readSettings({ DATA_DIR: process.env.DATA_DIR })
  return isBelow(dataDir, path)
    ? `DATA_DIR=${dataDir} cannot be used: ${user} may not use ${place} (${code}). Make DATA_DIR, and all that is in it, readable and writable for the user that runs the service and its commands.`
    : `${path} cannot be used: ${user} may not (${code}).`
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const isBelow = (folder: string, path: string): boolean =>
  `${resolve(path)}${sep}`.startsWith(`${resolve(folder)}${sep}`)
