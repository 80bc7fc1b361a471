import type { Api } from '../../../data/api/model/api.ts'
import { isNamed } from '../../../data/api/model/resource.ts'
import type { SearchDocument } from '../../../data/api/model/search.ts'
import { buildSegment } from '../../../data/api/search/build-segment.ts'
import { liveSegments } from '../../../data/api/search/search.ts'
import type { RemovedDocument } from '../../../data/api/search/segment.ts'
import { foldText } from '../../../data/api/search/words.ts'
import { CatalogSearch, storeSegment } from '../../../data/store/catalog/search/catalog-search.ts'
import { CatalogTexts } from '../../../data/store/catalog/catalog-texts.ts'
import type { CatalogWriter } from '../../../data/store/catalog/catalog-writer.ts'
import { documentsPerSegment } from './text-work.ts'
import { searchDocuments } from '../../../data/store/catalog/search/search-documents.ts'

const keyOf = ({ kind, id }: Pick<SearchDocument, 'kind' | 'id'>) => `${kind} ${id}`

/**
 * Stores the search index of the documents that a patch changed against its parent. Only changed rows of both patches are
 * read: a patch that changes 1 % of its rows takes some 20 ms, a full index 250 ms.
 */
export function storeSearchIndex(writer: CatalogWriter, api: Api, patchId: number, parentId: number): void {
  const { db } = writer
  const kinds = [...api.resources.values()].filter(isNamed).map(({ name }) => name)
  const texts = new CatalogTexts(db)
  const before = new Map<string, SearchDocument>()
  for (const document of searchDocuments(writer, parentId, { texts, other: patchId }))
    before.set(keyOf(document), document)
  const index = new ParentIndex(before.size === 0 ? [] : new CatalogSearch(db).chain(parentId))
  writer.removeSearchIndex(patchId)
  let added: SearchDocument[] = []
  for (const document of searchDocuments(writer, patchId, { texts, other: parentId })) {
    const parent = before.get(keyOf(document))
    if (parent && JSON.stringify(parent) === JSON.stringify(document)) before.delete(keyOf(document))
    else added.push({ ...document, formerNames: formerNames(document, parent, index) })
    if (added.length < documentsPerSegment) continue
    storeSegment(db, patchId, buildSegment(added, kinds))
    added = []
  }
  // The remaining documents of the parent were changed or removed.
  const removed = [...before.values()].flatMap((document) => {
    const place = index.find(document)?.place
    return place ? [place] : []
  })
  if (added.length + removed.length > 0) storeSegment(db, patchId, buildSegment(added, kinds, removed))
}

/** Names that the parent or its ancestors had and the document no longer has. */
function formerNames({ names }: SearchDocument, parent: SearchDocument | undefined, index: ParentIndex): string[] {
  if (!parent) return []
  const current = new Set(names.map(foldText))
  const all = [...(index.find(parent)?.formerNames() ?? []), ...parent.names]
  return [...new Set(all)].filter((name) => !current.has(foldText(name)))
}

/** Finds documents, and their former names, in the segments of the parent and its ancestors. */
class ParentIndex {
  readonly #segments: readonly (ReturnType<typeof liveSegments>[number] & { readonly segmentId: number })[]

  constructor(chain: ReturnType<CatalogSearch['chain']>) {
    const live = liveSegments(chain)
    this.#segments = chain.flatMap(({ segmentId }, at) => (live[at] ? [{ ...live[at], segmentId }] : []))
  }

  find({ kind, id }: SearchDocument): { place: RemovedDocument; formerNames: () => string[] } | undefined {
    for (const { segmentId, segment, isLive } of this.#segments) {
      const document = segment.documentOf(kind, id)
      if (document === undefined || !isLive[document]) continue
      return { place: [segmentId, document], formerNames: () => segment.formerNamesOf(document) }
    }
    return undefined
  }
}
