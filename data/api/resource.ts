import type { Columns } from './columns.ts'
import type { Envelope } from './envelopes.ts'
import type { Filter, FilterDeclaration } from './filters.ts'
import type { Locale } from './locales.ts'
import { unscoped, type PatchMode } from './patch-modes.ts'

export interface ResourceDeclaration {
  /** Name of its bundle file, of its tables and of its folder of rendered files. */
  name: string
  summary: string
  /** A sentence for the reference; the summary where there is none. */
  about?: string
  /** Clause of the specification. */
  spec: string
  mode: PatchMode
  columns: Columns
  /** What identifies a row; `id` by default. */
  key?: readonly string[]
  /** Where it is served; a resource without a path is imported and stored only. */
  path?: string
  envelope?: Envelope
  filters?: readonly FilterDeclaration[]
  /** Language of its texts when a request names none; raw keys by default. */
  locale?: Locale
  /** The columns that tell its rows apart, most telling first: what people see of it in a table, and are asked for first. */
  listed?: readonly string[]
  /** `own` where the single row has an endpoint of its own shape, false where there is none. */
  single?: boolean | 'own'
}

export interface Resource extends Omit<ResourceDeclaration, 'filters' | 'key'> {
  readonly key: readonly string[]
  readonly filters: readonly Filter[]
  /** Columns that filters and facets read. */
  readonly searched: readonly string[]
}

/** A resource from its values: what the importer checks, what the store indexes, what `endpointsOf` makes endpoints of. */
export function resource(declaration: ResourceDeclaration): Resource {
  const { columns, key = ['id'] } = declaration
  const filters = (declaration.filters ?? []).map((bind) => bind(columns))
  const facets = Object.keys(columns).filter((name) => columns[name]?.facet)
  const searched = new Set([...key, ...filters.flatMap((filter) => filter.columns), ...facets])
  return { ...declaration, key, filters, searched: [...searched] }
}

/** Rows of bundles; what remains are rows that the catalog makes itself. */
export const isImported = (resource: Resource): boolean => resource.mode !== unscoped
