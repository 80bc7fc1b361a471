import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib'
import type { Encoding } from '../../data/api/answer/http/encodings.ts'

const stalledMilliseconds = 60_000

const compressors = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: () => createGzip({ level: 5 }),
  zstd: () => createZstdCompress(),
}

/**
 * Writes the parts of a body as fast as the client reads them, yielding to other requests between parts. Resolves early
 * if the client disconnects, and disconnects a client that reads nothing for a minute.
 */
export async function streamParts(
  parts: Iterable<string> | AsyncIterable<string>,
  encoding: Encoding,
  to: TimedWritable,
): Promise<void> {
  disconnectWhenStalled(to)
  const source = Readable.from(inSeparateTurns(parts), { objectMode: false })
  try {
    if (encoding === 'identity') await pipeline(source, to)
    else await pipeline(source, compressors[encoding](), to)
  } catch (error) {
    throwUnlessClientLeft(error)
  }
}

type TimedWritable = Writable & { setTimeout?(milliseconds: number, then: () => void): unknown }

/**
 * Disconnects a client that reads nothing for a minute: it would keep its file open, or its data in memory,
 * indefinitely.
 */
export const disconnectWhenStalled = (to: TimedWritable): unknown =>
  to.setTimeout?.(stalledMilliseconds, () => to.destroy())

/** Error codes of a pipeline whose client disconnected while it ran, or before it began. */
const clientLeftCodes = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']

/** Rethrows the error of a pipeline, unless it means that the client disconnected. */
export function throwUnlessClientLeft(error: unknown): void {
  if (!clientLeftCodes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
}

async function* inSeparateTurns(parts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    yield Buffer.from(part)
    await setImmediate()
  }
}
