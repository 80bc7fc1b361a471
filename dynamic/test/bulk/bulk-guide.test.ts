// Tests that the commands and queries of the guide "Mirror everything" work with the curl, zstd and sqlite3 of Debian.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isImported } from '../../../data/api/model/resource.ts'
import { api } from '../../../data/api/table.ts'
import { root as repository } from '../../../scripts/site/source-files.ts'
import { openSampleFixture, type Fixture } from '../fixtures/test-service.ts'
import { hasTools } from './bulk-mirror.ts'

const guide = readFileSync(join(repository, 'site/src/pages/docs/guides/mirror.md'), 'utf8')
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, 'g'))].map(([, text = '']) => text)
const [download = '', german = '', all = ''] = blocks('bash')
const queries = blocks('sql')

const run = promisify(execFile)
let fixture: Fixture
let folder: string
let inShell: (script: string) => Promise<string>
const ask = async (sql: string, ...options: string[]) =>
  (await run('sqlite3', [...options, 'patch.sqlite', sql], { cwd: folder })).stdout
beforeAll(async () => {
  if (!hasTools) return
  fixture = await openSampleFixture()
  const { port } = await fixture.serve()
  folder = mkdtempSync(join(fixture.dataDir, 'guide-'))
  inShell = async (script) => {
    const here = script.replaceAll('http://localhost:8080', `http://127.0.0.1:${port}`)
    return (await run('bash', ['-euo', 'pipefail', '-c', here], { cwd: folder })).stdout
  }
  await inShell(download)
})
afterAll(async () => {
  if (hasTools) await fixture.close()
})

describe.skipIf(!hasTools)('the database', () => {
  it('opens with sqlite3, is intact, and has the rows of every resource', async () => {
    expect(await ask('PRAGMA integrity_check')).toBe('ok\n')
    const catalog = fixture.catalog()
    for (const resource of [...api.resources.values()].filter(isImported))
      expect(await ask(`SELECT count(*) FROM ${resource.name}`), resource.name).toBe(
        `${catalog.ids(resource, catalog.patches.currentOf('main').id).length}\n`,
      )
  })

  it('has the tables that the guide lists, and no others', async () => {
    const listed = [...guide.matchAll(/^\| `([a-z]+_[a-z_]+)` +\|/gm)].map(([, name]) => name)
    const resources = [...api.resources.values()].filter(isImported).map(({ name }) => name)
    const tables = (await ask("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1")).trim().split('\n')
    expect(tables).toEqual([...listed, ...resources, 'texts'].sort())
  })

  it('has foreign keys with indexes', () => {
    const db = new Database(join(folder, 'patch.sqlite'), { readonly: true })
    const keys = db.pragma('foreign_key_list(loot_tables_entries)') as { table: string; from: string }[]
    expect(keys.map(({ table, from }) => `${from} ${table}`).sort()).toEqual([
      'item_id items',
      'loot_table_id loot_tables',
    ])
    const plan = db.prepare('EXPLAIN QUERY PLAN SELECT * FROM loot_tables_entries WHERE item_id = ?').all('x')
    db.close()
    expect(JSON.stringify(plan)).toContain('loot_tables_entries_by_item_id')
  })

  it('answers the three queries of the guide', async () => {
    expect(queries.length).toBe(3)
    for (const sql of queries) expect((await ask(sql)).trim().split('\n').length, sql).toBeGreaterThan(1)
  })

  it('has the same probabilities as the loot of a monster', async () => {
    const [sql = ''] = queries
    const rows = await ask(sql.replace('LIMIT 10', '').replace('monsters.name', 'monsters.id'), '-json')
    const drops = JSON.parse(rows) as { id: string; item: string; probability: number }[]
    const id = drops[0]?.id ?? ''
    const { port } = await fixture.serve()
    const answer = (await (await fetch(`http://127.0.0.1:${port}/v2/monsters/${id}/loot`)).json()) as {
      entries: { item_id: string; probability: number }[]
    }
    const mirrored = drops.filter((drop) => drop.id === id).map(({ item, probability }) => [item, probability])
    const known = answer.entries.map(({ item_id, probability }) => [item_id, probability])
    expect(known).toEqual(expect.arrayContaining(mirrored))
  })
})

it.skipIf(!hasTools)('another language is added to the texts', async () => {
  await inShell(german)
  expect(await ask("SELECT count(*) > 0 FROM texts WHERE locale = 'de'")).toBe('1\n')
  const keysOf = (locale: string) => `SELECT key FROM texts WHERE locale = '${locale}'`
  expect(await ask(`SELECT count(*) FROM (${keysOf('en')} EXCEPT ${keysOf('de')})`)).toBe('0\n')
  // The other keys are plain English texts, which need no English translation.
  const further = `${keysOf('de')} EXCEPT ${keysOf('en')}`
  expect(await ask(`SELECT count(*) FROM (${further}) WHERE key LIKE 'Reach\\_%' ESCAPE '\\'`)).toBe('0\n')
  expect(await ask("SELECT text FROM texts WHERE locale = 'de' AND key = 'Gloam Blade'")).toBe('Zwielicht-Klinge\n')
})

it.skipIf(!hasTools)('every file can be downloaded with one command', async () => {
  await inShell(all)
  const names = readdirSync(folder).filter((name) => /^[0-9a-f]{64}\./.test(name))
  const listed = fixture
    .catalog()
    .bulk.of(4)
    .filter(({ encoding }) => encoding !== 'zstd')
  expect(names.length).toBe(new Set(listed.map(({ sha256 }) => sha256)).size)
})
