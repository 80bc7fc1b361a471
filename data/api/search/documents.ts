import type { Resource } from '../model/resource.ts'
import type { SearchDocument } from '../model/search.ts'
import type { Facets } from '../model/store.ts'
import type { Texts } from '../model/values/locales.ts'
import { memoized } from './memoized.ts'

type Row = Readonly<Record<string, unknown>>

/** Makes the documents of one patch. */
export interface DocumentMaker {
  /** What a row is found by, without former names; nothing where it has no name. */
  documentOf(resource: Resource, id: string, row: Row): SearchDocument | undefined
}

/** `languages` are the patch's texts in every language. */
export function documentMaker(languages: readonly Texts[], facets: Facets): DocumentMaker {
  const inLanguages = memoized((text) => textsIn(languages, text))
  const labelsOf = memoized((rarity) => [rarity, ...inLanguages(facets.rarity?.[rarity]?.label ?? rarity)])
  return {
    documentOf(resource, id, row) {
      const name = row.name ?? row.title
      if (typeof name !== 'string') return undefined
      const texts = textColumns(resource).flatMap((column) => textOf(row[column]))
      return {
        kind: resource.name,
        id,
        names: inLanguages(name),
        formerNames: [],
        labels: textOf(row.rarity).flatMap(labelsOf),
        texts: [...new Set(texts.flatMap(inLanguages))],
      }
    },
  }
}

/** Columns that may hold words, but for the name. */
function textColumns({ columns }: Resource): string[] {
  const named = columns.name ? 'name' : 'title'
  return Object.keys(columns).filter((column) => columns[column]?.localizable && column !== named)
}

const textOf = (value: unknown): string[] => (typeof value === 'string' ? [value] : [])

function textsIn(languages: readonly Texts[], text: string): string[] {
  const resolved = languages.flatMap((texts) => texts.get(text) ?? [])
  return resolved.length > 0 ? [...new Set(resolved)] : [text]
}
