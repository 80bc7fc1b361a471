import { existsSync, renameSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { Api } from '../../api/model/api.ts'
import { withFilePath } from '../dialect/with-file-path.ts'
import { catalogSchema } from './catalog-schema.ts'

/** Creates an empty catalog if there is none, atomically. */
export function createCatalog(file: string, api: Api): void {
  if (existsSync(file)) return
  const unfinished = `${file}.new`
  rmSync(unfinished, { force: true })
  const db = withFilePath(unfinished, () => new Database(unfinished))
  try {
    db.transaction(() => db.exec(catalogSchema(api)))()
  } finally {
    db.close()
  }
  renameSync(unfinished, file)
}
