import type { Database } from 'better-sqlite3'
import { isNamed, type Resource } from '../../../api/model/resource.ts'
import type { SearchDocument } from '../../../api/model/search.ts'
import type { Facets } from '../../../api/model/store.ts'
import { locales } from '../../../api/model/values/locales.ts'
import { documentMaker, mentionsAny, rarityLabel, searchedRow } from '../../../api/search/documents.ts'
import { keyExpression, searchTable } from '../catalog-schema.ts'
import { CatalogTexts } from '../catalog-texts.ts'
import type { RowSource } from '../rows/scope-rows.ts'

interface StoredText {
  readonly id: string
  readonly body_id: number
  readonly text: string
  readonly detail: string | null
}

const rowsPerStep = 2000

/**
 * Yields the searchable texts of the named rows of a patch, without former names, by resource, then id. With `other` it
 * yields only rows whose content or texts differ at that patch. `texts` may be shared by several calls, because patches
 * have most of their texts in common.
 */
export function* searchDocuments(
  stored: RowSource,
  patchId: number,
  { texts = new CatalogTexts(stored.db), other = null }: { texts?: CatalogTexts; other?: number | null } = {},
): Generator<SearchDocument> {
  const { db, api } = stored
  const languages = locales.map((locale) => texts.texts(patchId, locale))
  const facets = facetsAt(db, patchId)
  const labelOf = rarityLabel(facets)
  const documentOf = documentMaker(languages, labelOf)
  const changed = other === null ? noTexts : changedTexts(texts, [patchId, other], [facets, facetsAt(db, other)])
  for (const resource of [...api.resources.values()].filter(isNamed)) {
    const hasWordsInDetail = Object.values(resource.columns).some((column) => column.localizable && column.detail)
    const others = other === null ? undefined : stored.rows.of(resource, other)
    const isShared = (bodyId: number) => others?.rowOf(bodyId) !== undefined
    const bodyIds = stored.rows.of(resource, patchId).bodyIds
    const read = changed.size > 0 ? bodyIds : bodyIds.filter((bodyId) => !isShared(bodyId))
    for (const { id, body_id, text, detail } of textsOf(db, resource, read)) {
      const displayed = JSON.parse(text) as Readonly<Record<string, unknown>>
      const row = hasWordsInDetail ? { ...displayed, ...(JSON.parse(detail ?? '{}') as object) } : displayed
      if (changed.size > 0 && isShared(body_id) && !mentionsAny(resource, row, { texts: changed, labelOf })) continue
      const searched = searchedRow(resource, id, row)
      if (searched) yield documentOf(searched)
    }
  }
}

const noTexts: ReadonlySet<string> = new Set()

/** Keys whose texts differ between two patches, and rarities whose labels do. */
function changedTexts(texts: CatalogTexts, [one, other]: readonly [number, number], facets: readonly [Facets, Facets]) {
  const changed = texts.changedKeys(one, other)
  const [labelOf, labelOfOther] = [rarityLabel(facets[0]), rarityLabel(facets[1])]
  for (const slug of facets.flatMap(({ rarity }) => Object.keys(rarity ?? {}))) {
    const label = labelOf(slug)
    if (label !== labelOfOther(slug) || changed.has(label)) changed.add(slug)
  }
  return changed
}

function facetsAt(db: Database, patchId: number): Facets {
  const stored = db.prepare('SELECT facets FROM facets WHERE patch_id = ?').pluck().get(patchId)
  return JSON.parse(String(stored ?? '{}')) as Facets
}

/** Reads rows in steps, so that the caller may write to the database in between. */
function* textsOf(db: Database, resource: Resource, bodyIds: Uint32Array): Generator<StoredText> {
  const some = db.prepare<[string], StoredText>(`
    SELECT ${keyExpression(resource)} AS id, body_id, body.text, body.detail
    FROM json_each(?) AS row CROSS JOIN bodies AS body ON body.body_id = row.value
    CROSS JOIN ${searchTable(resource)} AS search USING (body_id)`)
  for (let from = 0; from < bodyIds.length; from += rowsPerStep)
    yield* some.all(`[${bodyIds.subarray(from, from + rowsPerStep).join()}]`)
}
