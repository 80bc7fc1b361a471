// For suites: a process that writes to the live store as fast as it can until it is killed, and reports the lines that
// are durable. Usage: ingest-lines.ts <first id>, with the settings of a service. Prints `ready`, then `stored <first
// id> <last id>` for each batch.
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { CatalogItems } from '../../../data/store/live/intake/catalog-items.ts'
import { LiveWriter } from '../../../data/store/live/intake/live-writer.ts'
import { api } from '../../../data/api/table.ts'
import { readSettings, storeLocation } from '../../settings.ts'
import { killLine } from './kill-lines.ts'
import { ndjson } from '../fixtures/live-world.ts'

const linesPerBatch = 25
const [first = '1'] = process.argv.slice(2)
const location = storeLocation(readSettings(process.env))
const items = new CatalogItems(join(location.dataDir, 'catalog.db'), api)
const writer = await LiveWriter.open(location, items)
writeSync(1, 'ready\n')
for (let id = Number(first); ; id += linesPerBatch) {
  const ids = Array.from({ length: linesPerBatch }, (_, nth) => id + nth)
  for (const feed of ['market', 'trades', 'merchant-stock'] as const) {
    const bytes = Buffer.from(ndjson(ids.map((one) => killLine(feed, one))))
    await writer.ingest(feed, { bytes, firstLine: 1 }, Date.now())
  }
  await writer.rollUp()
  writeSync(1, `stored ${id} ${id + linesPerBatch - 1}\n`)
}
