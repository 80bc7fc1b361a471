import type { Columns } from './columns.ts'
import type { Envelope } from './envelopes.ts'
import { columnsOf } from './conditions.ts'
import { bindFilters, type Filter, type FilterDeclaration } from './filters.ts'
import { tagOf } from './values/raw-key.ts'
import type { Locale } from './values/locales.ts'
import { unscoped, type PatchMode } from './patch-modes.ts'

/** Rows that belong to a row of another resource; their column `by` has its id. */
export interface Part {
  readonly rows: Resource
  readonly by: string
}

/** A resource as `data/api/resources` declares it. */
export interface ResourceDeclaration {
  /** Name of its bundle file, of its tables and of its folder of rendered files. */
  name: string
  summary: string
  /** A sentence for the reference; the summary by default. */
  description?: string
  /** The clause of the game's API specification that the resource follows; absent if it follows none. */
  specClause?: string
  mode: PatchMode
  columns: Columns
  /** The columns that identify a row; `id` by default. */
  key?: readonly string[]
  /** The path of its list; a resource without a path is imported and stored, but has no endpoints. */
  path?: string
  envelope?: Envelope
  filters?: readonly FilterDeclaration[]
  /** Rows of other resources that `embed` adds to its rows, by the name of the added field. */
  parts?: Readonly<Record<string, Part>>
  /** Names of further fields in its answers; bundles must not have columns of these names. */
  reserved?: readonly string[]
  /** Language of its texts if a request names none; localization keys stay unresolved by default. */
  locale?: Locale
  /** The columns that distinguish its rows, the most important first: the site shows them in its table and their filters first. */
  mainColumns?: readonly string[]
  /**
   * The resource whose rows its rows are parts of, connected by references in either direction. A change of a part counts
   * as a change of the whole.
   */
  partOf?: string
  /** Whether `endpointsOf` makes an endpoint for the single row; `own` if one is declared by hand. True by default. */
  single?: boolean | 'own'
}

/** A resource with defaults and bound filters. */
export interface Resource extends Omit<ResourceDeclaration, 'filters' | 'key'> {
  readonly key: readonly string[]
  readonly filters: readonly Filter[]
  /** The columns that keys, filters and facets read. */
  readonly searchedColumns: readonly string[]
}

/** Defines a resource as data: the importer validates its rows, the store indexes them, `endpointsOf` makes its endpoints. */
export function resource(declaration: ResourceDeclaration): Resource {
  const { columns, key = ['id'] } = declaration
  const filters = bindFilters(declaration.filters ?? [], columns, declaration.name)
  const facets = Object.keys(columns).filter((name) => columns[name]?.facet)
  const filtered = filters.flatMap(columnsOf).filter((name) => !name.endsWith('*'))
  const searched = new Set([...key, ...filtered, ...facets])
  return { ...declaration, key, filters, searchedColumns: [...searched] }
}

/** Tags of the classes that may use a row, taken from the columns that its tag filters read. */
export function classesOf({ filters }: Pick<Resource, 'filters'>, row: Readonly<Record<string, unknown>>): string[] {
  return filters
    .filter(({ as }) => as === 'tag')
    .flatMap(({ column }) => [row[column] ?? []].flat())
    .map((value) => tagOf(String(value)))
}

/** Whether bundles contain the resource's rows; the catalog creates the others itself. */
export const isImported = (resource: Resource): boolean => resource.mode !== unscoped

/** Whether rows have a name and a URL of their own, so that a search can find them. */
export const isNamed = (resource: Resource): boolean =>
  isImported(resource) &&
  resource.path !== undefined &&
  resource.single !== false &&
  (resource.columns.name ?? resource.columns.title) !== undefined
