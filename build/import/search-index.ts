import type { Api } from '../../data/api/model/api.ts'
import { isNamed } from '../../data/api/model/resource.ts'
import type { SearchDocument } from '../../data/api/model/search.ts'
import { buildSegment } from '../../data/api/search/build-segment.ts'
import { liveSegments } from '../../data/api/search/search.ts'
import type { RemovedDocument } from '../../data/api/search/segment.ts'
import { folded } from '../../data/api/search/words.ts'
import { CatalogSearch, storeSegment, type StoredSegment } from '../../data/store/catalog/search/catalog-search.ts'
import { CatalogTexts } from '../../data/store/catalog/catalog-texts.ts'
import type { CatalogWriter } from '../../data/store/catalog/catalog-writer.ts'
import { searchDocuments } from '../../data/store/catalog/search/search-documents.ts'

/** A document of the parent: where its index has it, and the names that it had before. */
interface Indexed {
  readonly place: RemovedDocument
  readonly formerNames: readonly string[]
}

const keyOf = ({ kind, id }: Pick<SearchDocument, 'kind' | 'id'>) => `${kind} ${id}`

/** Stores the search index of what a patch changed against its parent: of all that it has where there is none. */
export function storeSearchIndex(writer: CatalogWriter, api: Api, patchId: number, parentId: number | null): void {
  const { db } = writer
  const texts = new CatalogTexts(db)
  const before = parentId === null ? [] : [...searchDocuments(db, api, parentId, texts)]
  const parents = new Map(before.map((document) => [keyOf(document), document]))
  const indexed =
    parentId === null ? new Map<string, Indexed>() : indexedDocuments(new CatalogSearch(db).chain(parentId))
  const added: SearchDocument[] = []
  for (const document of searchDocuments(db, api, patchId, texts)) {
    const key = keyOf(document)
    const parent = parents.get(key)
    if (parent && JSON.stringify(parent) === JSON.stringify(document)) indexed.delete(key)
    else added.push({ ...document, formerNames: formerNames(document, parent, indexed.get(key)) })
  }
  const kinds = [...api.resources.values()].filter(isNamed).map(({ name }) => name)
  // What remains of the parent's was changed, or is gone.
  const removed = [...indexed.values()].map(({ place }) => place)
  storeSegment(db, patchId, buildSegment(added, kinds, removed))
}

/** Names that the parent or its ancestors had, and the document has not. */
function formerNames({ names }: SearchDocument, parent?: SearchDocument, indexed?: Indexed): string[] {
  const current = new Set(names.map(folded))
  const all = [...(indexed?.formerNames ?? []), ...(parent?.names ?? [])]
  return [...new Set(all)].filter((name) => !current.has(folded(name)))
}

/** Every document of a patch by its key, from the segments of the patch and its ancestors. */
function indexedDocuments(chain: readonly StoredSegment[]): Map<string, Indexed> {
  const documents = new Map<string, Indexed>()
  for (const [at, { segment, isLive }] of liveSegments(chain).entries()) {
    const patchId = chain[at]?.patchId ?? 0
    const former = segment.formerNamesByDocument()
    for (const [document, id] of segment.texts.ids.entries()) {
      if (!isLive[document]) continue
      const kind = segment.texts.kinds[segment.kindOf[document] ?? 0] ?? ''
      documents.set(keyOf({ kind, id }), { place: [patchId, document], formerNames: former.get(document) ?? [] })
    }
  }
  return documents
}
