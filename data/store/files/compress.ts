import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Smaller bodies are not compressed: that would save less than a packet. */
export const minCompressedFileBytes = 4096

/** Endings of the names of compressed siblings. */
export const siblingEndings = ['.br', '.gz'] as const

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Compresses a body. Returns the bytes of each sibling with the ending of its name; none if the body is small. */
export async function compress(body: Buffer): Promise<[ending: string, bytes: Buffer][]> {
  if (body.length < minCompressedFileBytes) return []
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  const [br, gz] = await Promise.all([brotli(body, { params }), deflate(body, { level: 6 })])
  return [
    ['.br', br],
    ['.gz', gz],
  ]
}
