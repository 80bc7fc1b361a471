import type { Resource } from '../model/resource.ts'
import type { SearchDocument } from '../model/search.ts'
import type { Facets } from '../model/store.ts'
import type { Texts } from '../model/values/locales.ts'
import { slugLabel } from '../model/values/slug-label.ts'
import { memoize } from './memoize.ts'

type Row = Readonly<Record<string, unknown>>

/** What a row is found by, as the row has it: texts and keys of texts. */
export interface SearchedRow {
  /** The resource that it is a row of. */
  readonly kind: string
  readonly id: string
  readonly name: string
  readonly rarity: string | undefined
  readonly texts: readonly string[]
}

/** Undefined if the row has no name. */
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

/** Makes the documents of one patch, without former names. */
export type DocumentMaker = (row: SearchedRow) => SearchDocument

/** `languages` are the patch's texts in every language, undefined where it has none; `labelOf` gives the label of a rarity. */
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

/** The label of each rarity at a patch with these facets. */
export const rarityLabel =
  ({ rarity }: Facets) =>
  (slug: string): string =>
    rarity?.[slug]?.label ?? slugLabel(slug)

/** Whether any of these texts or keys is one that the row is found by. */
export const mentionsAny = (
  resource: Resource,
  row: Row,
  { texts, labelOf }: { texts: ReadonlySet<string>; labelOf: (rarity: string) => string },
): boolean =>
  [...textColumnsOf(resource), 'name', 'title', 'rarity'].some((column) => texts.has(textOf(row[column])[0] ?? '')) ||
  textOf(row.rarity).some((rarity) => texts.has(labelOf(rarity)))

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
