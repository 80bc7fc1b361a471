// Types for suites: changes in the answers of histories, changelogs and differences.

export interface FieldChange {
  readonly path: string
  readonly before: unknown
  readonly after: unknown
  readonly part?: { readonly resource: string; readonly id: string; readonly name: string | null }
}

export interface ListedChange {
  readonly resource: string
  readonly id: string
  readonly name: string | null
  readonly change: 'added' | 'removed' | 'changed'
  readonly fields: readonly FieldChange[]
}
