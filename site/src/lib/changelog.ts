import type { Asked } from './ask.ts'
import type { FieldChange } from './loaded-thing.ts'

export interface Change {
  readonly resource: string
  readonly id: string
  readonly name: string | null
  readonly change: 'added' | 'removed' | 'changed'
  readonly fields: readonly FieldChange[]
}

export interface Changelog {
  readonly parent: { readonly id: number; readonly version: string; readonly display_name: string }
  readonly summary: Readonly<Record<string, Readonly<Record<Change['change'], number>>>>
  readonly changes: readonly Change[]
}

/** What the reader wants to see of a changelog, as the page's URL says. */
export interface ChangeFilter {
  readonly resource: string
  readonly kind: string
  /** Part of a name or an id. */
  readonly part: string
  readonly page: number
}

export const changesPerPage = 100

export const changelogOf = ({ status, json }: Asked): Changelog | undefined =>
  status === 200 ? (json as { body: Changelog }).body : undefined

export function changeFilterOf(search: URLSearchParams): ChangeFilter {
  const page = Number(search.get('page') ?? '1')
  return {
    resource: search.get('resource') ?? '',
    kind: search.get('kind') ?? '',
    part: (search.get('q') ?? '').toLowerCase(),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

export function selected({ changes }: Changelog, { resource, kind, part }: ChangeFilter): readonly Change[] {
  return changes.filter(
    (one) =>
      (resource === '' || one.resource === resource) &&
      (kind === '' || one.change === kind) &&
      (part === '' || one.id.includes(part) || (one.name?.toLowerCase().includes(part) ?? false)),
  )
}
