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
  /** The page of the row, or the list of all items that are called so; without patch and language. */
  readonly href: string
  readonly rows: readonly ResultRow[]
}

/** The path of a row's page. */
export const pagePathOf = ({ url }: Pick<ResultRow, 'url'>): string => (url.split('?')[0] ?? url).replace(/^\/v2/, '')

/** What was found, best first, with what is called alike as one. */
export function groupResults(rows: readonly ResultRow[]): ResultGroup[] {
  const groups = new Map<string, ResultRow[]>()
  for (const row of rows) {
    const key = `${row.kind} ${row.name}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()].flatMap((alike) => {
    const [first] = alike
    return first ? [{ kind: first.kind, name: first.name, href: hrefOf(first, alike.length), rows: alike }] : []
  })
}

const hrefOf = (first: ResultRow, count: number): string =>
  count > 1 && first.kind === 'items' ? `/items?${new URLSearchParams({ name: first.name })}` : pagePathOf(first)

/** What tells how it was found, where that is not by its name. */
export function foundBy({ matched, former_name }: ResultRow): string {
  if (matched === 'former_name') return `formerly ${former_name}`
  return matched === 'text' ? 'mentioned in its text' : ''
}
