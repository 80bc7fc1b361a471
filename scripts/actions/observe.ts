import { createReadStream, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { catalogFile } from '../../build/render/switch.ts'
import { feeds, isFeed } from '../../data/api/model/feeds/feed-names.ts'
import { api } from '../../data/api/table.ts'
import { CatalogItems } from '../../data/store/live/intake/catalog-items.ts'
import { maxLineBytes, type RejectedLine } from '../../data/store/live/intake/line-reader.ts'
import { LiveWriter } from '../../data/store/live/intake/live-writer.ts'
import { lineBatches } from '../../dynamic/observer/line-batches.ts'
import { storeLocation } from '../../dynamic/settings.ts'
import { exitCodes } from '../command/exit-codes.ts'
import { commandSettings } from '../command/command-settings.ts'
import { exitWith } from '../command/exit-with.ts'
import { createProgress } from '../command/progress.ts'

const sizes = { batch: 512 * 1024, line: maxLineBytes }
const maxShown = 100

async function withWriter(work: (writer: LiveWriter) => Promise<void>): Promise<void> {
  try {
    const location = storeLocation(commandSettings())
    mkdirSync(location.dataDir, { recursive: true })
    const items = new CatalogItems(join(location.dataDir, catalogFile), api)
    const writer = await LiveWriter.open(location, items)
    try {
      await work(writer)
    } finally {
      await writer.close()
      items.close()
    }
  } catch (error) {
    exitWith('unexpected', error)
  }
}

export const observeFile = (feed: string, file: string) => withWriter((writer) => observe(writer, feed, file))
export const listQuarantine = (json: boolean) => withWriter((writer) => list(writer, json))
export const replayQuarantine = () => withWriter(replay)

async function observe(writer: LiveWriter, feed: string, file: string): Promise<void> {
  if (!isFeed(feed)) return usage(`${feed} is no feed: it is one of ${feeds.join(', ')}.`)
  if (!existsSync(file)) return usage(`${file} is not there.`)
  const progress = createProgress('Observing')
  const totals = { accepted: 0, duplicates: 0 }
  const rejected: RejectedLine[] = []
  const bytes = createReadStream(file)
  const lines = file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes
  try {
    for await (const batch of lineBatches(lines, sizes)) {
      const receipt = await writer.ingest(feed, batch, Date.now())
      totals.accepted += receipt.accepted
      totals.duplicates += receipt.duplicates
      rejected.push(...receipt.rejected)
      progress.update(feed, bytes.bytesRead, bytes.bytesRead)
    }
    while (await writer.rollUp()) progress.update('prices', 1, 1)
  } finally {
    progress.stop()
  }
  for (const { line, errors } of rejected.slice(0, maxShown)) console.error(`${file}:${line}: ${errors.join('; ')}`)
  if (rejected.length > maxShown) console.error(`... and ${rejected.length - maxShown} more`)
  console.log(`${totals.accepted} accepted, ${totals.duplicates} duplicates, ${rejected.length} rejected`)
  if (rejected.length > 0) process.exitCode = exitCodes.invalid
}

function usage(sentence: string): void {
  console.error(sentence)
  process.exitCode = exitCodes.usage
}

/** Pages of the quarantine, oldest first. */
async function* held(writer: LiveWriter) {
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
  for await (const lines of held(writer))
    for (const { number, feed, line, errors, receivedAt } of lines) {
      count += 1
      const displayed = { number, feed, received_at: new Date(receivedAt).toISOString(), errors, line: line.toString() }
      const text = `${number} ${feed} ${displayed.received_at} ${errors.join('; ')}\n  ${displayed.line}`
      console.log(json ? JSON.stringify(displayed) : text)
    }
  console.error(count === 0 ? 'The quarantine is empty.' : `${count} lines; \`replay\` tries them again.`)
}

async function replay(writer: LiveWriter): Promise<void> {
  let stored = 0
  let kept = 0
  for await (const lines of held(writer)) {
    const left = await writer.replay(lines)
    stored += left
    kept += lines.length - left
  }
  while (await writer.rollUp());
  console.log(`${stored} stored, ${kept} still in quarantine`)
}
