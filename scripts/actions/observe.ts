import { once } from 'node:events'
import { createReadStream, statSync, type ReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { catalogFile } from '../../build/render/switch.ts'
import { feeds, isFeed, type Feed } from '../../data/api/model/feeds/feed-names.ts'
import { api } from '../../data/api/table.ts'
import { makeFolder } from '../../data/store/files/place-file.ts'
import { CatalogItems } from '../../data/store/live/intake/catalog-items.ts'
import type { RejectedLine } from '../../data/store/live/intake/line-reader.ts'
import { liveFile, LiveWriter } from '../../data/store/live/intake/live-writer.ts'
import { batchSizes, lineBatches } from '../../dynamic/observer/line-batches.ts'
import { storeLocation } from '../../dynamic/settings.ts'
import { exitCodes } from '../command/exit-codes.ts'
import { commandSettings, isMissing, noteCreated } from '../command/command-settings.ts'
import { exitWith } from '../command/exit-with.ts'
import { printable } from '../command/printable.ts'
import { createProgress } from '../command/progress.ts'

const maxShown = 100

async function withWriter(
  work: (writer: LiveWriter) => Promise<void>,
  { isNeeded = false }: { isNeeded?: boolean } = {},
): Promise<void> {
  try {
    const location = storeLocation(commandSettings())
    const isNew = isMissing(location, liveFile)
    if (isNew && isNeeded)
      return usage(`There is no live data in ${location.dataDir}: set DATA_DIR to the folder of the service.`)
    makeFolder(location.dataDir)
    const items = new CatalogItems(join(location.dataDir, catalogFile), api)
    const writer = await LiveWriter.open(location, items)
    if (isNew) noteCreated(location, liveFile)
    try {
      await work(writer)
    } finally {
      await writer.close()
      items.close()
    }
  } catch (error) {
    exitWith(error instanceof DamagedFileError ? 'invalid' : 'unexpected', error)
  }
}

// Each command of `npm run observe` prints its errors and sets the exit code.

export async function observeFile(feed: string, file: string): Promise<void> {
  if (!isFeed(feed)) return usage(`${feed} is not a feed: it is one of ${feeds.join(', ')}.`)
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat) return usage(`There is no file ${file}.`)
  if (stat.isDirectory()) return usage(`${file} is not a file.`)
  await withWriter((writer) => observe(writer, feed, { file, size: stat.size }))
}

export const listQuarantine = (json: boolean) => withWriter((writer) => list(writer, json), { isNeeded: true })
export const replayQuarantine = () => withWriter(replay, { isNeeded: true })

interface ObservedFile {
  readonly file: string
  /** In bytes. */
  readonly size: number
}

async function observe(writer: LiveWriter, feed: Feed, { file, size }: ObservedFile): Promise<void> {
  const progress = createProgress('Observing')
  const totals = { accepted: 0, duplicates: 0, rejected: 0 }
  const rejected: RejectedLine[] = []
  const bytes = createReadStream(file)
  try {
    for await (const batch of lineBatches(await linesOf(bytes, file), batchSizes)) {
      const receipt = await writer.ingest(feed, batch, Date.now())
      totals.accepted += receipt.accepted
      totals.duplicates += receipt.duplicates
      totals.rejected += receipt.rejected.length
      rejected.push(...receipt.rejected.slice(0, maxShown - rejected.length))
      progress.update(feed, bytes.bytesRead, size)
    }
    while (await writer.rollUp()) progress.update('prices', 1, 1)
  } catch (error) {
    throw isDamaged(error)
      ? new DamagedFileError(sentenceOf(file, error, totals.accepted + totals.duplicates), { cause: error })
      : error
  } finally {
    progress.stop()
  }
  for (const { line, errors } of rejected) console.error(printable(`${file}:${line}: ${errors.join('; ')}`))
  if (totals.rejected > rejected.length) console.error(`... and ${totals.rejected - rejected.length} more`)
  console.log(`${totals.accepted} accepted, ${totals.duplicates} duplicates, ${totals.rejected} rejected`)
  if (totals.rejected > 0) process.exitCode = exitCodes.invalid
}

/** A gzip file that cannot be decompressed completely. */
class DamagedFileError extends Error {
  override name = 'DamagedFileError'
}

/** Returns the lines of a file, decompressed if it is gzip. Errors of the file are errors of the returned iterable. */
async function linesOf(bytes: ReadStream, file: string): Promise<AsyncIterable<Uint8Array>> {
  if (!file.endsWith('.gz') && !(await isZipped(bytes))) return bytes
  const inflated = createGunzip()
  // The reader of the lines gets the error.
  pipeline(bytes, inflated, () => undefined)
  return inflated
}

/** Whether a stream begins like a gzip file. The bytes are put back, because a pipe can be read only once. */
async function isZipped(bytes: ReadStream): Promise<boolean> {
  await once(bytes, 'readable')
  const first = bytes.read() as Buffer | null
  if (!first) return false
  bytes.unshift(first)
  return first[0] === 0x1f && first[1] === 0x8b
}

const isDamaged = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')

const sentenceOf = (file: string, { message }: Error, stored: number): string =>
  `${file} is not a complete gzip file: ${message}. ${stored} lines before it are stored; sending them again does no harm.`

function usage(sentence: string): void {
  console.error(sentence)
  process.exitCode = exitCodes.usage
}

/** Yields the lines of the quarantine in pages, oldest first. */
async function* quarantinePages(writer: LiveWriter) {
  for (let after = 0; ;) {
    const lines = await writer.quarantined(after)
    const last = lines.at(-1)
    if (!last) return
    yield lines
    after = last.number
  }
}

async function list(writer: LiveWriter, json: boolean): Promise<void> {
  let count = 0
  for await (const lines of quarantinePages(writer))
    for (const { number, feed, line, errors, receivedAt } of lines) {
      count += 1
      const displayed = { number, feed, received_at: new Date(receivedAt).toISOString(), errors, line: line.toString() }
      const shown = json
        ? [JSON.stringify(displayed)]
        : [`${number} ${feed} ${displayed.received_at} ${errors.join('; ')}`, `  ${displayed.line}`]
      for (const text of shown) console.log(printable(text))
    }
  console.error(count === 0 ? 'The quarantine is empty.' : `${count} lines; \`replay\` tries them again.`)
}

async function replay(writer: LiveWriter): Promise<void> {
  let stored = 0
  let kept = 0
  for await (const lines of quarantinePages(writer)) {
    const storedNow = await writer.replay(lines)
    stored += storedNow
    kept += lines.length - storedNow
  }
  while (await writer.rollUp());
  console.log(`${stored} stored, ${kept} still in quarantine`)
}
