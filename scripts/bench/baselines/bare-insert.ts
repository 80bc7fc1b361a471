import Database from 'better-sqlite3'
import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import split2 from 'split2'

/** Baseline of imports: the bytes of a bundle in one indexed table, in one transaction. Returns the number of rows. */
export async function bareInsert(bundle: string, file: string): Promise<number> {
  const db = new Database(file)
  db.pragma('journal_mode = MEMORY')
  db.pragma('synchronous = OFF')
  db.exec('CREATE TABLE rows (id TEXT, body TEXT); CREATE INDEX rows_by_id ON rows (id); BEGIN')
  const insert = db.prepare('INSERT INTO rows VALUES (?, ?)')
  let rows = 0
  for (const name of readdirSync(bundle, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.json')) insert.run(name, readFileSync(join(bundle, name), 'utf8'))
    if (!name.endsWith('.ndjson')) continue
    await eachLine(join(bundle, name), (line) => {
      insert.run(idOf(line), line)
      rows += 1
    })
  }
  db.exec('COMMIT')
  db.close()
  return rows
}

const idOf = (line: string) => /"id":"([^"]+)"/.exec(line)?.[1] ?? null

/** Reads the lines of a file in the same way as the import. */
async function eachLine(file: string, take: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  await pipeline(
    createReadStream(file, { highWaterMark: 1024 * 1024 }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
    },
    split2(),
    async (lines: AsyncIterable<string>) => {
      for await (const line of lines) take(line)
    },
  )
}
