import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import type { Encoding } from '../../data/api/answer/http/encodings.ts'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)
const zstd = promisify(zstdCompress)
/** Bodies that are shorter than this are not compressed. */
export const compressionThresholdBytes = 1400

/** Compresses in the thread pool, at levels that favor speed over size. */
export async function compress(bytes: Buffer, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> {
  const compressed = await compressors[encoding](bytes)
  // zlib returns the beginning of a buffer of 16 KB or more; caching that view would keep the whole buffer.
  return Buffer.from(compressed.buffer.slice(compressed.byteOffset, compressed.byteOffset + compressed.length))
}

const compressors: Readonly<Record<Exclude<Encoding, 'identity'>, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    brotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  zstd: (bytes) => zstd(bytes),
  gzip: (bytes) => deflate(bytes, { level: 5 }),
}
