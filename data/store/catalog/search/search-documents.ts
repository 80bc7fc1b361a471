import type { Database } from 'better-sqlite3'
import type { Api } from '../../../api/model/api.ts'
import { isNamed, type Resource } from '../../../api/model/resource.ts'
import type { SearchDocument } from '../../../api/model/search.ts'
import type { Facets } from '../../../api/model/store.ts'
import { locales } from '../../../api/model/values/locales.ts'
import { documentMaker } from '../../../api/search/documents.ts'
import { keyExpression, rowsTable, searchTable } from '../catalog-schema.ts'
import { CatalogTexts } from '../catalog-texts.ts'

interface StoredText {
  readonly id: string
  readonly text: string
  readonly detail: string | null
}

/**
 * What the named rows of a patch are found by, without former names, in the order of resources, then of ids. `texts` may be shared by
 * patches, which have most of their texts in common.
 */
export function* searchDocuments(
  db: Database,
  api: Api,
  patchId: number,
  texts = new CatalogTexts(db),
): Generator<SearchDocument> {
  const languages = locales.flatMap((locale) => texts.texts(patchId, locale) ?? [])
  const maker = documentMaker(languages, facetsAt(db, patchId))
  for (const resource of [...api.resources.values()].filter(isNamed)) {
    const hasWordsInDetail = Object.values(resource.columns).some((column) => column.localizable && column.detail)
    for (const { id, text, detail } of rowsAt(db, resource, patchId)) {
      const displayed = JSON.parse(text) as Readonly<Record<string, unknown>>
      const row = hasWordsInDetail ? { ...displayed, ...(JSON.parse(detail ?? '{}') as object) } : displayed
      const document = maker.documentOf(resource, id, row)
      if (document) yield document
    }
  }
}

function facetsAt(db: Database, patchId: number): Facets {
  const stored = db.prepare('SELECT facets FROM facets WHERE patch_id = ?').pluck().get(patchId)
  return JSON.parse(String(stored ?? '{}')) as Facets
}

function rowsAt(db: Database, resource: Resource, patchId: number): IterableIterator<StoredText> {
  const sql = `
    SELECT ${keyExpression(resource, 'search')} AS id, body.text, body.detail FROM ${rowsTable(resource)} AS row
    JOIN bodies AS body USING (body_id) JOIN ${searchTable(resource)} AS search USING (body_id)
    WHERE row.scope = ? ORDER BY row.position`
  return db.prepare(sql).iterate(patchId) as IterableIterator<StoredText>
}
