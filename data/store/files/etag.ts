import { createHash, hash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** The strong ETag of a body: a hash of its uncompressed bytes. */
export const etagOf = (body: string | Uint8Array): string => `"${hash('sha256', body, 'base64url').slice(0, 27)}"`

/** The ETag of a body with a known SHA-256, in hexadecimal. */
export const hexEtag = (hash: string): string => `"${Buffer.from(hash, 'hex').toString('base64url').slice(0, 27)}"`

/** The SHA-256 of data in hexadecimal. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data, 'hex')

/** The SHA-256 of a file in hexadecimal. The file is read as a stream. */
export async function hashFile(path: string): Promise<string> {
  const whole = createHash('sha256')
  await pipeline(createReadStream(path), whole)
  return whole.digest('hex')
}

/** Whether a file exists and has a SHA-256. */
export const hasHash = async (path: string, sha256: string | undefined): Promise<boolean> =>
  existsSync(path) && (await hashFile(path)) === sha256
