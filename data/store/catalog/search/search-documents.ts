import type { Database } from 'better-sqlite3'
import type { Api } from '../../../api/model/api.ts'
import { isNamed, type Resource } from '../../../api/model/resource.ts'
import type { SearchDocument } from '../../../api/model/search.ts'
import type { Facets } from '../../../api/model/store.ts'
import { locales } from '../../../api/model/values/locales.ts'
import { documentMaker, mentionsAny } from '../../../api/search/documents.ts'
import { keyExpression, rowsTable, searchTable } from '../catalog-schema.ts'
import { CatalogTexts } from '../catalog-texts.ts'

interface StoredText {
  readonly id: string
  readonly position: number
  readonly text: string
  readonly detail: string | null
  /** The other patch has the row with the same content. */
  readonly isShared: number
}

const positionsPerStep = 2000

/**
 * The searchable texts of the named rows of a patch, without former names, by resource, then id. With `other` only those
 * that may differ at that patch: rows with other content or with other texts there. `texts` may be
 * shared by patches, which have most of their texts in common.
 */
export function* searchDocuments(
  db: Database,
  api: Api,
  patchId: number,
  { texts = new CatalogTexts(db), other = null }: { texts?: CatalogTexts; other?: number | null } = {},
): Generator<SearchDocument> {
  const languages = locales.map((locale) => texts.texts(patchId, locale))
  const facets = facetsAt(db, patchId)
  const maker = documentMaker(languages, facets)
  const changed = other === null ? noTexts : changedTexts(texts, [patchId, other], [facets, facetsAt(db, other)])
  for (const resource of [...api.resources.values()].filter(isNamed)) {
    const hasWordsInDetail = Object.values(resource.columns).some((column) => column.localizable && column.detail)
    for (const { id, text, detail, isShared } of rowsAt(db, resource, patchId, other, changed.size > 0)) {
      const displayed = JSON.parse(text) as Readonly<Record<string, unknown>>
      const row = hasWordsInDetail ? { ...displayed, ...(JSON.parse(detail ?? '{}') as object) } : displayed
      if (isShared && !mentionsAny(resource, row, changed)) continue
      const document = maker.documentOf(resource, id, row)
      if (document) yield document
    }
  }
}

const noTexts: ReadonlySet<string> = new Set()

/** Keys whose texts differ between two patches, and rarities whose labels do. */
function changedTexts(texts: CatalogTexts, [one, other]: readonly [number, number], facets: readonly [Facets, Facets]) {
  const changed = texts.changedKeys(one, other)
  const [own = {}, others = {}] = facets.map(({ rarity }) => rarity)
  for (const slug of new Set([...Object.keys(own), ...Object.keys(others)])) {
    const label = own[slug]?.label ?? slug
    if (label !== (others[slug]?.label ?? slug) || changed.has(label)) changed.add(slug)
  }
  return changed
}

function facetsAt(db: Database, patchId: number): Facets {
  const stored = db.prepare('SELECT facets FROM facets WHERE patch_id = ?').pluck().get(patchId)
  return JSON.parse(String(stored ?? '{}')) as Facets
}

/** Read in steps, so that the caller may write meanwhile. */
function* rowsAt(
  db: Database,
  resource: Resource,
  patchId: number,
  other: number | null,
  withShared: boolean,
): Generator<StoredText> {
  const rows = rowsTable(resource)
  const some = db.prepare<[object], StoredText>(`
    WITH own AS (
      SELECT position, body_id, EXISTS (
        SELECT 1 FROM ${rows} AS same WHERE same.body_id = row.body_id AND same.scope = @other
      ) AS isShared FROM ${rows} AS row WHERE row.scope = @patchId AND row.position > @passed
    )
    SELECT ${keyExpression(resource, 'search')} AS id, position, body.text, body.detail, isShared FROM own
    JOIN bodies AS body USING (body_id) JOIN ${searchTable(resource)} AS search USING (body_id)
    ${withShared ? '' : 'WHERE NOT isShared'} ORDER BY position LIMIT ${positionsPerStep}`)
  let found: StoredText[] = []
  do {
    found = some.all({ patchId, other, passed: found.at(-1)?.position ?? 0 })
    yield* found
  } while (found.length === positionsPerStep)
}
