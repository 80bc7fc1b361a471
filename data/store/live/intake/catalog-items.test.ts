import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../../api/table.ts'
import { createCatalog } from '../../catalog/create-catalog.ts'
import { CatalogItems } from './catalog-items.ts'

let folder: string
let file: string
let items: CatalogItems
let now = Date.now()
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catalog-items-'))
  file = join(folder, 'catalog.db')
  items = new CatalogItems(file, api)
  vi.spyOn(Date, 'now').mockImplementation(() => (now += 2000))
})
afterEach(() => {
  items.close()
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

/** Replaces the file by a catalog whose only patch has this id. */
function replaceCatalog(id: number): void {
  const made = join(folder, 'made.db')
  createCatalog(made, api)
  const db = new Database(made)
  const text = ['branch', 'version', 'version_raw', 'display_name', 'imported_at', 'bundle_hash', 'fingerprint']
  const values = ['main', '1.0', '1.0', '1.0', '2026-01-01T00:00:00Z', 'x', 'x']
  db.prepare(`INSERT INTO patches (id, ${text.join()}) VALUES (?${', ?'.repeat(text.length)})`).run(id, ...values)
  db.close()
  renameSync(made, file)
}

function replaceByUnreadable(): void {
  writeFileSync(join(folder, 'other.db'), 'a catalog of another version')
  renameSync(join(folder, 'other.db'), file)
}

describe('items of a catalog file', () => {
  it('come from the file that replaced another', () => {
    expect(items.patchId()).toBeNull()
    replaceCatalog(1)
    expect(items.patchId()).toBe(1)
    replaceCatalog(2)
    expect(items.patchId()).toBe(2)
  })

  it('come from the previous file while its replacement cannot be opened', () => {
    replaceCatalog(1)
    expect(items.patchId()).toBe(1)
    replaceByUnreadable()
    for (let nth = 0; nth < 3; nth += 1) expect(items.patchId()).toBe(1)
    replaceCatalog(2)
    expect(items.patchId()).toBe(2)
  })

  it('throw an error if the only file cannot be opened', () => {
    replaceByUnreadable()
    vi.spyOn(Date, 'now').mockReturnValue(now)
    for (let nth = 0; nth < 3; nth += 1) expect(() => items.patchId()).toThrow()
  })
})
