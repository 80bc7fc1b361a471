import { z } from 'zod'
import type { Columns } from './columns.ts'
import { endpoint, type Endpoint } from './endpoint.ts'
import type { Envelope } from './envelopes.ts'
import type { Filter, FilterDeclaration } from './filters.ts'
import { answerList, answerSingle } from './answers.ts'
import type { Locale } from './locales.ts'
import { unscoped, type PatchMode } from './patch-modes.ts'
import { listSchema, rowSchema } from './schemas.ts'

export interface ResourceDeclaration {
  /** Name of its bundle file, of its tables and of its folder of rendered files. */
  name: string
  summary: string
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
  /** False where the single row has an endpoint of its own shape. */
  single?: boolean
}

export interface Resource extends Omit<ResourceDeclaration, 'filters' | 'key'> {
  readonly key: readonly string[]
  readonly filters: readonly Filter[]
  /** Columns that filters and facets read. */
  readonly searched: readonly string[]
  readonly endpoints: readonly Endpoint[]
}

/** A resource from its values: what the importer checks, what the store indexes, and its endpoints. */
export function resource(declaration: ResourceDeclaration): Resource {
  const { columns, key = ['id'] } = declaration
  const filters = (declaration.filters ?? []).map((bind) => bind(columns))
  const facets = Object.keys(columns).filter((name) => columns[name]?.facet)
  const searched = new Set([...key, ...filters.flatMap((filter) => filter.columns), ...facets])
  const endpoints: Endpoint[] = []
  const built: Resource = { ...declaration, key, filters, searched: [...searched], endpoints }
  if (declaration.envelope) endpoints.push(list(built, declaration.envelope))
  if (declaration.path && declaration.single !== false) endpoints.push(single(built))
  return built
}

function list(resource: Resource, envelope: Envelope): Endpoint {
  return endpoint({
    id: `${resource.name}.list`,
    path: pathOf(resource),
    summary: `${resource.summary}: all, filtered, page by page.`,
    spec: resource.spec,
    resource,
    mode: resource.mode,
    envelope,
    filters: resource.filters,
    rows: { locale: resource.locale },
    files: { folder: 'list', by: 'page' },
    schema: listSchema(envelope.kind, rowSchema(resource)),
    answer: answerList,
  })
}

function single(resource: Resource): Endpoint {
  return endpoint({
    id: `${resource.name}.single`,
    path: `${pathOf(resource)}/{id}`,
    summary: `${resource.summary}: one row.`,
    spec: resource.spec,
    resource,
    mode: resource.mode,
    rows: { locale: resource.locale },
    files: { folder: 'row', by: 'row' },
    schema: z.object({ body: rowSchema(resource, 'single') }),
    answer: answerSingle,
  })
}

export function pathOf(resource: Resource): string {
  if (!resource.path) throw new Error(`The resource ${resource.name} has no path`)
  return resource.path
}

/** Rows of bundles; what remains are rows that the catalog makes itself. */
export const isImported = (resource: Resource): boolean => resource.mode !== unscoped
