import type { Columns } from './columns.ts'
import type { Envelope } from './envelopes.ts'
import { columnsOf } from './conditions.ts'
import { bindFilters, type Filter, type FilterDeclaration } from './filters.ts'
import { tagOf } from './values/raw-key.ts'
import type { Locale } from './values/locales.ts'
import { unscoped, type PatchMode } from './patch-modes.ts'

/** Rows that belong to one of another resource, whose id they have in the column `by`. */
export interface Part {
  readonly rows: Resource
  readonly by: string
}

export interface ResourceDeclaration {
  /** Name of its bundle file, of its tables and of its folder of rendered files. */
  name: string
  summary: string
  /** A sentence for the reference; the summary where there is none. */
  about?: string
  /** The clause of the game's API specification that it follows; absent where it goes beyond that. */
  specClause?: string
  mode: PatchMode
  columns: Columns
  /** What identifies a row; `id` by default. */
  key?: readonly string[]
  /** Where it is served; a resource without a path is imported and stored only. */
  path?: string
  envelope?: Envelope
  filters?: readonly FilterDeclaration[]
  /** Rows of other resources that `embed` shows inside its rows, by the field that shows them. */
  parts?: Readonly<Record<string, Part>>
  /** Names of further fields that its answers show; no bundle may have columns of these names. */
  reserved?: readonly string[]
  /** Language of its texts when a request names none; raw keys by default. */
  locale?: Locale
  /** The columns that distinguish its rows, the most important first: those of its table on the site, and of its first filters. */
  listed?: readonly string[]
  /**
   * The resource whose rows its rows are parts of, connected by references in either direction. Changes of parts are
   * changes of the whole.
   */
  partOf?: string
  /** `own` where the single row has an endpoint of its own shape, false where there is none. */
  single?: boolean | 'own'
}

export interface Resource extends Omit<ResourceDeclaration, 'filters' | 'key'> {
  readonly key: readonly string[]
  readonly filters: readonly Filter[]
  /** Columns that filters and facets read. */
  readonly searched: readonly string[]
}

/** Defines a resource from values: the importer validates them, the store indexes them, `endpointsOf` makes endpoints of them. */
export function resource(declaration: ResourceDeclaration): Resource {
  const { columns, key = ['id'] } = declaration
  const filters = bindFilters(declaration.filters ?? [], columns, declaration.name)
  const facets = Object.keys(columns).filter((name) => columns[name]?.facet)
  const filtered = filters.flatMap(columnsOf).filter((name) => !name.endsWith('*'))
  const searched = new Set([...key, ...filtered, ...facets])
  return { ...declaration, key, filters, searched: [...searched] }
}

/** Tags of the classes that may use a row, as its `class` filters read them. */
export function classesOf({ filters }: Pick<Resource, 'filters'>, row: Readonly<Record<string, unknown>>): string[] {
  return filters
    .filter(({ as }) => as === 'tag')
    .flatMap(({ column }) => [row[column] ?? []].flat())
    .map((value) => tagOf(String(value)))
}

/** True for rows that bundles contain; the catalog creates the others itself. */
export const isImported = (resource: Resource): boolean => resource.mode !== unscoped

/** Rows that have a name and an address, so that a search may lead to them. */
export const isNamed = (resource: Resource): boolean =>
  isImported(resource) &&
  resource.path !== undefined &&
  resource.single !== false &&
  (resource.columns.name ?? resource.columns.title) !== undefined
