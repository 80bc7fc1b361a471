import type { Translate } from '../../messages/translate.ts'

/** Message keys of the sections that a query can ask for. */
export type SectionMessage = 'search.drops' | 'search.price' | 'search.rewards'

/** A row of `/v2/search`. */
export interface ResultRow {
  readonly kind: string
  readonly id: string
  readonly name: string
  readonly rarity?: string
  readonly icon_url?: string
  readonly matched: 'name' | 'former_name' | 'text'
  readonly former_name?: string
  readonly url: string
}

/** Rows of one kind and name: usually one, or one for each rarity. */
export interface ResultGroup {
  readonly kind: string
  readonly name: string
  /** The page of the row, or the list of all rarities of an item; without patch and language. */
  readonly href: string
  readonly rows: readonly ResultRow[]
  /** The section that the query asks for. */
  readonly section?: SectionMessage
}

/** The path of a row's page, without patch and language. */
export const pagePathOf = ({ url }: Pick<ResultRow, 'url'>): string => (url.split('?')[0] ?? url).replace(/^\/v2/, '')

/** Groups rows of the same kind and name, in the order of the results. */
export function groupResults(rows: readonly ResultRow[]): ResultGroup[] {
  const groups = new Map<string, ResultRow[]>()
  for (const row of rows) {
    const key = `${row.kind} ${row.name}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()].flatMap((alike) => {
    const [first] = alike
    return first ? [{ kind: first.kind, name: first.name, href: hrefOf(first, alike), rows: alike }] : []
  })
}

const hrefOf = (first: ResultRow, rows: readonly ResultRow[]): string => {
  if (rows.length === 1 || first.kind !== 'items') return pagePathOf(first)
  const id = commonId(rows)
  const query: Record<string, string> = id === first.id ? { name: first.name } : { archetype: id, sort: '-rarity' }
  return `/items?${new URLSearchParams(query)}`
}

/** The archetype that several rows share, such as `id.item.gloam_blade` of `id.item.gloam_blade_5001`, else the first id. */
export function commonId(rows: readonly Pick<ResultRow, 'id'>[]): string {
  const archetypes = new Set(rows.map(({ id }) => id.replace(/_\d+$/, '')))
  const [archetype = ''] = archetypes
  return rows.length > 1 && archetypes.size === 1 ? archetype : (rows[0]?.id ?? '')
}

/** Says how a row was found if not by its name; else empty. */
export function matchDescription(
  row: ResultRow | undefined,
  t: Translate<'search.formerly' | 'search.inText'>,
): string {
  const { matched, former_name } = row ?? {}
  if (matched === 'former_name') return t('search.formerly', { name: former_name ?? '' })
  return matched === 'text' ? t('search.inText') : ''
}
