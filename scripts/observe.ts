import { createReadStream, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { Command } from 'commander'
import { catalogFile } from '../build/render/switch.ts'
import { feeds, isFeed } from '../data/api/live/feeds.ts'
import { api } from '../data/api/table.ts'
import { CatalogItems } from '../data/store/live/catalog-items.ts'
import { longestLine, type RejectedLine } from '../data/store/live/line-reader.ts'
import { liveFile, LiveWriter } from '../data/store/live/live-writer.ts'
import { lineBatches } from '../dynamic/observer/line-batches.ts'
import { readSettings } from '../dynamic/settings.ts'
import { exitCodes, exitWith } from './exit-codes.ts'
import { createProgress } from './progress.ts'

const sizes = { batch: 512 * 1024, line: longestLine }
const mostShown = 100

const program = new Command('npm run observe --')
  .description('Takes observations from a file into the live store; the service may be running.')
  .addHelpText(
    'after',
    `
Feeds: ${feeds.join(', ')}. A file has one JSON object a line (.ndjson, or .ndjson.gz); taking it again changes nothing.
Exit codes: 0 all lines are stored, 1 unexpected error, 2 wrong usage, 3 some lines were rejected and lie in quarantine.`,
  )
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))

program
  .command('file', { isDefault: true, hidden: true })
  .argument('<feed>', 'what the file holds')
  .argument('<file>', 'NDJSON, gzip allowed')
  .action((feed: string, file: string) => withWriter((writer) => observe(writer, feed, file)))

const quarantine = program.command('quarantine').description('Lines that were rejected.')
quarantine
  .command('list')
  .description('Prints them, oldest first.')
  .option('--json', 'one JSON object a line')
  .action(({ json }: { json?: boolean }) => withWriter((writer) => list(writer, json ?? false)))
quarantine
  .command('replay')
  .description('Tries them again; those that can be read now are stored and leave.')
  .action(() => withWriter(replay))

await program.parseAsync()

async function withWriter(work: (writer: LiveWriter) => Promise<void>): Promise<void> {
  try {
    const { DATA_DIR: dataDir } = readSettings(process.env)
    mkdirSync(dataDir, { recursive: true })
    const items = new CatalogItems(join(dataDir, catalogFile), api)
    const writer = await LiveWriter.open(join(dataDir, liveFile), items)
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
      const receipt = await writer.take(feed, batch, Date.now())
      totals.accepted += receipt.accepted
      totals.duplicates += receipt.duplicates
      rejected.push(...receipt.rejected)
      progress.update(feed, bytes.bytesRead, bytes.bytesRead)
    }
    while (await writer.rollUp()) progress.update('prices', 1, 1)
  } finally {
    progress.stop()
  }
  for (const { line, errors } of rejected.slice(0, mostShown)) console.error(`${file}:${line}: ${errors.join('; ')}`)
  if (rejected.length > mostShown) console.error(`... and ${rejected.length - mostShown} more`)
  console.log(`${totals.accepted} accepted, ${totals.duplicates} duplicates, ${rejected.length} rejected`)
  if (rejected.length > 0) process.exitCode = exitCodes.faults
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
      const shown = { number, feed, received_at: new Date(receivedAt).toISOString(), errors, line: line.toString() }
      const text = `${number} ${feed} ${shown.received_at} ${errors.join('; ')}\n  ${shown.line}`
      console.log(json ? JSON.stringify(shown) : text)
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
