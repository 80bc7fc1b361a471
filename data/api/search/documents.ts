import type { Resource } from '../model/resource.ts'
import type { SearchDocument } from '../model/search.ts'
import type { Facets } from '../model/store.ts'
import type { Texts } from '../model/values/locales.ts'
import { memoized } from './memoized.ts'

type Row = Readonly<Record<string, unknown>>

/** Makes the documents of one patch. */
export interface DocumentMaker {
  /** What a row is found by, without former names; undefined if it has no name. */
  documentOf(resource: Resource, id: string, row: Row): SearchDocument | undefined
}

/** `languages` are the patch's texts in every language, undefined where it has none. */
export function documentMaker(languages: readonly (Texts | undefined)[], facets: Facets): DocumentMaker {
  const inLanguages = memoized((text) => textsIn(languages, text))
  const labelsOf = memoized((rarity) => [rarity, ...inLanguages(facets.rarity?.[rarity]?.label ?? rarity)])
  return {
    documentOf(resource, id, row) {
      const name = row.name ?? row.title
      if (typeof name !== 'string') return undefined
      const texts = textColumnsOf(resource).flatMap((column) => textOf(row[column]))
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

/** Whether any of these texts, keys or rarities is one that the row is found by. */
export const mentionsAny = (resource: Resource, row: Row, texts: ReadonlySet<string>): boolean =>
  [...textColumnsOf(resource), 'name', 'title', 'rarity'].some((column) => texts.has(textOf(row[column])[0] ?? ''))

const textColumns = new WeakMap<Resource, readonly string[]>()

/** Columns that may hold words, but for the name. */
function textColumnsOf(resource: Resource): readonly string[] {
  const known = textColumns.get(resource)
  if (known) return known
  const { columns } = resource
  const named = columns.name ? 'name' : 'title'
  const found = Object.keys(columns).filter((column) => columns[column]?.localizable && column !== named)
  textColumns.set(resource, found)
  return found
}

const textOf = (value: unknown): string[] => (typeof value === 'string' ? [value] : [])

/** What each language shows: the text itself where it is plain, or a key that the language lacks. */
const textsIn = (languages: readonly (Texts | undefined)[], text: string): string[] => [
  ...new Set(languages.map((texts) => texts?.get(text) ?? text)),
]
