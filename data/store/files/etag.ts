import { createHash, hash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** Strong ETag of a body: a hash of its uncompressed bytes, the same from a file and from `respond`. */
export const etagOf = (body: string | Uint8Array): string => `"${hash('sha256', body, 'base64url').slice(0, 27)}"`

/** The same of a body whose SHA-256 is known, in hexadecimal. */
export const hexEtag = (hash: string): string => `"${Buffer.from(hash, 'hex').toString('base64url').slice(0, 27)}"`

/** SHA-256 in hexadecimal. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data, 'hex')

/** SHA-256 of a file, read as a stream. */
export async function hashFile(path: string): Promise<string> {
  const whole = createHash('sha256')
  await pipeline(createReadStream(path), whole)
  return whole.digest('hex')
}

/** Whether a file is there, and has this SHA-256. */
export const hasHash = async (path: string, sha256: string | undefined): Promise<boolean> =>
  existsSync(path) && (await hashFile(path)) === sha256
