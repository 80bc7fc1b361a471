// Bulk files of four real patches: each delta turns the parent into its patch, and the database has every row.
import Database from 'better-sqlite3'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bulkFolder, bulkName } from '../../data/api/model/values/bulk-files.ts'
import type { Patch } from '../../data/api/model/patches.ts'
import { api } from '../../data/api/table.ts'
import { Catalog } from '../../data/store/catalog/catalog.ts'
import { createCatalog } from '../../data/store/catalog/create-catalog.ts'
import { hasRealData, realData } from '../../scripts/test/requirements.ts'
import { importBundle } from '../import/import-bundle.ts'
import { BulkFolder, type BulkListing } from './bulk-folder.ts'
import { bulkResources } from './bulk-rows.ts'
import { writeBulk } from './write-bulk.ts'

interface Change {
  readonly op: 'put' | 'delete'
  readonly resource: string
  readonly id: string
}

const exists = hasRealData('bulk files of the real patches', 'patches')

describe.skipIf(!exists)('bulk files of real patches', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bulk-real-'))
  const listings = new Map<number, BulkListing['files']>()
  let catalog: Catalog

  beforeAll(async () => {
    const catalogFile = join(dataDir, 'catalog.db')
    createCatalog(catalogFile, api)
    const into = { api, catalogFile, assetsDir: join(dataDir, 'assets'), tempDir: dataDir, acceptAnomalies: true }
    for (const name of readdirSync(join(realData, 'patches')).sort())
      await importBundle(join(realData, 'patches', name), into)
    catalog = new Catalog(catalogFile, api)
    const folder = new BulkFolder(dataDir, undefined, '')
    for (const patch of catalog.patches.all) listings.set(patch.id, (await writeBulk(catalog, patch, folder)).files)
  }, 600_000)
  afterAll(() => {
    catalog.close()
    rmSync(dataDir, { recursive: true })
  })

  const read = ({ id }: Pick<Patch, 'id'>, resource: string, format: string): Buffer => {
    const file = listings
      .get(id)
      ?.find((one) => one.resource === resource && one.format === format && one.encoding === 'zstd')
    return file ? zstdDecompressSync(readFileSync(join(dataDir, bulkFolder, bulkName(file)))) : Buffer.alloc(0)
  }
  const linesOf = (...file: Parameters<typeof read>) =>
    read(...file)
      .toString()
      .split('\n')
      .slice(0, -1)

  it('reproduce a patch from its parent and its delta, byte for byte', () => {
    const later = catalog.patches.all.filter(({ parent_patch_id }) => parent_patch_id !== null)
    expect(later.length).toBeGreaterThan(0)
    for (const patch of later) {
      const parent = { id: patch.parent_patch_id ?? 0 }
      const changes = linesOf(patch, 'all', 'delta').map((line) => ({ line, change: JSON.parse(line) as Change }))
      for (const resource of bulkResources(catalog)) {
        const ids = catalog.ids(resource, parent.id)
        const rows = new Map(linesOf(parent, resource.name, 'ndjson').map((line, at) => [ids[at] ?? '', line]))
        for (const { line, change } of changes.filter((one) => one.change.resource === resource.name))
          if (change.op === 'delete') rows.delete(change.id)
          else rows.set(change.id, line.slice(line.indexOf(',"row":') + ',"row":'.length, -1))
        const made = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line)
        expect(made).toEqual(linesOf(patch, resource.name, 'ndjson'))
      }
    }
  }, 300_000)

  it('contain every row in the database too', () => {
    for (const patch of catalog.patches.all) {
      const db = new Database(read(patch, 'all', 'sqlite'))
      for (const { name } of bulkResources(catalog)) {
        const rows = db.prepare(`SELECT count(*) FROM "${name}"`).pluck().get()
        expect([name, rows]).toEqual([name, linesOf(patch, name, 'ndjson').length])
      }
      db.close()
    }
  }, 300_000)
})
