import type { Resource } from '../model/resource.ts'
import type { SearchDocument } from '../model/search.ts'
import type { Facets } from '../model/store.ts'
import type { Texts } from '../model/values/locales.ts'
import { slugLabel } from '../model/values/slug-label.ts'
import { memoize } from './memoize.ts'

type Row = Readonly<Record<string, unknown>>

/** The searchable values of a row: plain texts and localization keys. */
export interface SearchedRow {
  /** Name of the row's resource. */
  readonly kind: string
  readonly id: string
  readonly name: string
  readonly rarity: string | undefined
  readonly texts: readonly string[]
}

/** The searchable values of a row; undefined if it has no name. */
export function searchedRow(resource: Resource, id: string, row: Row): SearchedRow | undefined {
  const name = row.name ?? row.title
  if (typeof name !== 'string') return undefined
  const [rarity] = textOf(row.rarity)
  return {
    kind: resource.name,
    id,
    name,
    rarity,
    texts: textColumnsOf(resource).flatMap((column) => textOf(row[column])),
  }
}

/** Makes the document of a row, without former names. */
export type DocumentMaker = (row: SearchedRow) => SearchDocument

/**
 * Returns a function that makes the documents of one patch. `languages` are the patch's texts in every language,
 * undefined for languages without any; `labelOf` returns the label of a rarity.
 */
export function documentMaker(
  languages: readonly (Texts | undefined)[],
  labelOf: (rarity: string) => string,
): DocumentMaker {
  const inLanguages = memoize((text) => textsIn(languages, text))
  const labelsOf = memoize((rarity) => [rarity, ...inLanguages(labelOf(rarity))])
  return ({ kind, id, name, rarity, texts }) => ({
    ...{ kind, id, names: inLanguages(name), formerNames: [] },
    labels: rarity === undefined ? [] : labelsOf(rarity),
    texts: [...new Set(texts.flatMap(inLanguages))],
  })
}

/** Returns a function for the labels of rarities at a patch with these facets. */
export const rarityLabel =
  ({ rarity }: Facets) =>
  (slug: string): string =>
    rarity?.[slug]?.label ?? slugLabel(slug)

/** Whether a row is found by any of these texts or localization keys. */
export const mentionsAny = (
  resource: Resource,
  row: Row,
  { texts, labelOf }: { texts: ReadonlySet<string>; labelOf: (rarity: string) => string },
): boolean =>
  [...textColumnsOf(resource), 'name', 'title', 'rarity'].some((column) => texts.has(textOf(row[column])[0] ?? '')) ||
  textOf(row.rarity).some((rarity) => texts.has(labelOf(rarity)))

const textColumns = new WeakMap<Resource, readonly string[]>()

/** Columns of localizable texts, except for the name. */
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

/** The distinct texts of a key in all languages. A plain text, or a key without a text, is returned itself. */
const textsIn = (languages: readonly (Texts | undefined)[], text: string): string[] => [
  ...new Set(languages.map((texts) => texts?.get(text) ?? text)),
]
