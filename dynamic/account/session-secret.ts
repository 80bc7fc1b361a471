import { hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isTaken, linkOrCopy, makeFolder } from '../../data/store/files/place-file.ts'

/** Name of the file in the data folder. */
export const sessionSecretFile = 'session-secret'

/**
 * Returns the default secret that signs session cookies: random, generated once, and stored in the data folder,
 * readable only by the user of the process. Throws if the stored secret is too short.
 */
export function loadOrCreateSessionSecret(dataDir: string): string {
  const file = join(dataDir, sessionSecretFile)
  if (!existsSync(file)) createSecret(dataDir, file)
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length >= 32) return secret
  throw new Error(
    `${file} contains no secret of 32 characters: remove it, after which all users have to sign in again.`,
  )
}

/**
 * Returns the default secret of instances that share a database: the same for all instances with the same client
 * secret.
 */
export const deriveSessionSecret = (clientSecret: string): string =>
  Buffer.from(hkdfSync('sha256', clientSecret, '', 'deepledger session cookies', 32)).toString('base64url')

/** Creates the file atomically: of two processes that start at the same time, one wins. */
function createSecret(dataDir: string, file: string): void {
  makeFolder(dataDir)
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const descriptor = openSync(draft, 'wx', 0o600)
  try {
    writeSync(descriptor, `${randomBytes(32).toString('base64url')}\n`)
    fsyncSync(descriptor)
    linkOrCopy(draft, file)
  } catch (error) {
    if (!isTaken(error)) throw error
  } finally {
    closeSync(descriptor)
    rmSync(draft)
  }
}
