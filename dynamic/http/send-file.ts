import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Problem } from '../../data/api/model/values/errors.ts'
import { contentRange, rangeOf } from '../../data/api/answer/http/ranges.ts'
import type { RequestContext } from './request-context.ts'
import { disconnectWhenStalled, throwUnlessClientLeft } from './stream-parts.ts'

/** A file to send uncompressed, with the ETag and the other headers of its 200. */
interface SentFile {
  readonly path: string
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  /** Returns the problem to throw if there is no such file, in place of the error of the file system. */
  readonly missingFileProblem?: (() => Problem) | undefined
}

/**
 * Streams a file (200), or the requested range of it (206). The file stays open until it is sent, even if it is renamed
 * or removed meanwhile; a client that reads nothing for a minute is disconnected. `complete` adds the headers of this
 * request. Rejects with `range_not_satisfiable`, or with the error of the file system, even after the head was sent.
 */
export async function sendFile(
  { req, res, method }: RequestContext,
  { path, etag, headers, missingFileProblem }: SentFile,
  complete: (head: readonly string[]) => string[],
): Promise<void> {
  const handle = await open(path).catch((error: unknown) => {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw isMissing && missingFileProblem ? missingFileProblem() : error
  })
  try {
    const { size } = await handle.stat()
    const conditions = { range: req.headers.range, ifRange: req.headers['if-range']?.toString() }
    const range = method === 'GET' ? rangeOf(conditions, etag, size) : undefined
    const { first, last } = range ?? { first: 0, last: size - 1 }
    const head = { ...headers, 'content-length': String(last - first + 1) }
    const part = range && { 'content-range': contentRange(range, size) }
    res.writeHead(range ? 206 : 200, complete(Object.entries({ ...head, ...part }).flat()))
    if (method === 'HEAD' || size === 0) return void res.end()
    disconnectWhenStalled(res)
    const bytes = handle.createReadStream({ start: first, end: last, autoClose: false })
    await pipeline(bytes, res).catch(throwUnlessClientLeft)
  } finally {
    await handle.close()
  }
}
