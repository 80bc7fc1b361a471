import { existsSync, renameSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { Api } from '../../api/model/api.ts'
import { catalogSchema } from './catalog-schema.ts'

/** Makes an empty catalog where there is none: it is there whole or not at all. */
export function createCatalog(file: string, api: Api): void {
  if (existsSync(file)) return
  const unfinished = `${file}.new`
  rmSync(unfinished, { force: true })
  const db = new Database(unfinished)
  try {
    db.transaction(() => db.exec(catalogSchema(api)))()
  } finally {
    db.close()
  }
  renameSync(unfinished, file)
}
