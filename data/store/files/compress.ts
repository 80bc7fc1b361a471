import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Below this many bytes a compressed sibling saves less than a packet. */
export const minCompressedFileBytes = 4096

/** Endings of the compressed siblings' names. */
export const siblingEndings = ['.br', '.gz'] as const

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** The compressed siblings of a body by the ending of their file names; none when it is not worth it. */
export async function compress(body: Buffer): Promise<[ending: string, bytes: Buffer][]> {
  if (body.length < minCompressedFileBytes) return []
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  const [br, gz] = await Promise.all([brotli(body, { params }), deflate(body, { level: 6 })])
  return [
    ['.br', br],
    ['.gz', gz],
  ]
}
