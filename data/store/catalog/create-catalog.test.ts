import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defineApi } from '../../api/define-api.ts'
import { key } from '../../api/model/columns.ts'
import { byPatch } from '../../api/model/patch-modes.ts'
import { resource } from '../../api/model/resource.ts'
import { api } from '../../api/table.ts'
import { Catalog } from './catalog.ts'
import { createCatalog } from './create-catalog.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'create-catalog-'))
  file = join(folder, 'catalog.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('an empty catalog', () => {
  it('has no patches and can be read', () => {
    createCatalog(file, api)
    const catalog = new Catalog(file, api)
    catalog.check()
    expect(catalog.patches.all).toEqual([])
    catalog.close()
    expect(readdirSync(folder)).toEqual(['catalog.db'])
  })

  it('is not created if there is a catalog', () => {
    writeFileSync(file, 'mine')
    createCatalog(file, api)
    expect(readdirSync(folder)).toEqual(['catalog.db'])
    expect(() => new Catalog(file, api)).toThrow()
  })

  it('is created completely or not at all', () => {
    const broken = resource({
      name: 'bro"ken',
      summary: '',
      specClause: '',
      mode: byPatch,
      columns: { id: key() },
    })
    expect(() => createCatalog(file, defineApi([...api.resources.values(), broken]))).toThrow()
    expect(existsSync(file)).toBe(false)
    createCatalog(file, api)
    const catalog = new Catalog(file, api)
    catalog.check()
    catalog.close()
  })
})
