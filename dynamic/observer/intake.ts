import type { IncomingMessage } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Problem } from '../../data/api/model/values/errors.ts'
import type { Feed } from '../../data/api/model/feeds/feeds.ts'
import type { RejectedLine } from '../../data/store/live/intake/line-reader.ts'
import type { LiveIngest } from '../../data/store/live/intake/live-ingest.ts'
import type { Receipt } from '../../data/store/live/intake/live-writer.ts'
import { ThreadBusyError } from '../../data/store/threads/thread.ts'
import { DatabaseUnavailableError } from '../../data/store/dialect/unavailable.ts'
import { databaseUnavailable } from '../http/log-failure.ts'
import { batchSizes, lineBatches } from './line-batches.ts'

/** Maximum size of the body of a request, inflated. */
const maxBytes = 512 * 1024 * 1024
/** Maximum number of rejected lines in a receipt. */
const maxReportedLines = 1000

/** The answer to an observer's request. */
interface IngestReceipt {
  accepted: number
  duplicates: number
  rejected: RejectedLine[]
  /** Number of rejected lines beyond those in `rejected`. */
  rejected_not_shown?: number
}

/**
 * Stores the body of a request batch by batch. Every line that the receipt counts is durable. Rejects with a `Problem`
 * if the body cannot be read to its end: the detail says how many lines were stored, which may be sent again.
 */
export async function ingestRequest(
  live: LiveIngest,
  feed: Feed,
  req: IncomingMessage,
  onBatch: (receipt: Receipt) => void,
): Promise<IngestReceipt> {
  const receipt: IngestReceipt = { accepted: 0, duplicates: 0, rejected: [] }
  let refused = 0
  try {
    for await (const batch of lineBatches(bodyOf(req), batchSizes)) {
      const stored = await live.ingest(feed, batch, live.now())
      onBatch(stored)
      const { accepted, duplicates, rejected } = stored
      receipt.accepted += accepted
      receipt.duplicates += duplicates
      refused += rejected.length
      receipt.rejected.push(...rejected.slice(0, Math.max(0, maxReportedLines - receipt.rejected.length)))
    }
  } catch (error) {
    throw problemOf(error, receipt)
  }
  if (refused > receipt.rejected.length) receipt.rejected_not_shown = refused - receipt.rejected.length
  return receipt
}

/** Returns the inflated body, limited to `maxBytes`. Throws `unsupported_media_type` or `bad_request`. */
function bodyOf(req: IncomingMessage): AsyncIterable<Uint8Array> {
  const given = req.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  const encoding = given === 'x-gzip' ? 'gzip' : given
  if (encoding !== 'identity' && encoding !== 'gzip')
    throw new Problem(
      'unsupported_media_type',
      `The encoding ${JSON.stringify(encoding)} is not known: use gzip or none.`,
    )
  const disconnected = new Problem('bad_request', 'The request ended before its body did.')
  if (req.destroyed) throw disconnected
  const inflated: Readable = encoding === 'gzip' ? req.pipe(createGunzip()) : req.pipe(new PassThrough())
  // A request that has arrived completely emits no `aborted`, although 30 KB of gzip can leave ten million lines to
  // read.
  const stop = () => inflated.destroy(disconnected)
  req.once('aborted', stop)
  req.socket.once('close', stop)
  inflated.once('close', () => req.socket.off('close', stop))
  return limitBytes(inflated)
}

/** Yields the chunks. Throws `payload_too_large` beyond `maxBytes`. */
async function* limitBytes(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBytes)
      throw new Problem('payload_too_large', `A request may have at most ${maxBytes / 1024 / 1024} MB: send several.`)
    yield chunk
  }
}

function problemOf(error: unknown, { accepted, duplicates }: IngestReceipt): unknown {
  const stored = accepted + duplicates
  const before =
    stored === 0 ? 'Nothing was stored.' : `${stored} lines before it are stored; sending them again does no harm.`
  if (error instanceof Problem)
    return new Problem(error.code, `${error.message} ${before}`, { headers: { ...error.headers } })
  if (error instanceof ThreadBusyError) return busyProblem(before)
  if (error instanceof DatabaseUnavailableError)
    return databaseUnavailable(error, ` What was not acknowledged may be sent again. ${before}`)
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
    return new Problem('bad_request', `The body is not a complete gzip stream. ${before}`)
  return error
}

/** The problem for a request that arrives while the writer is behind. */
export const busyProblem = (more = 'Nothing was stored.'): Problem =>
  new Problem('rate_limited', `The store is busy writing: send this again in a second. ${more}`, {
    headers: { 'retry-after': '1' },
  })
