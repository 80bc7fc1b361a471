import { constants, zstdCompressSync } from 'node:zlib'
import type { SearchSegment } from '../../../api/search/segment.ts'

/** A segment as a catalog stores it. Level 5 would take twice the time and save 7 % of its bytes. */
export const packSegment = (segment: SearchSegment): Uint8Array =>
  zstdCompressSync(segment.toBytes(), { params: { [constants.ZSTD_c_compressionLevel]: 3 } })
