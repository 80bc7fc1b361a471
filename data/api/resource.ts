import { z } from 'zod'
import { historyOf } from './changes.ts'
import type { Columns } from './columns.ts'
import { endpoint, type Endpoint } from './endpoint.ts'
import { embedParam } from './embed.ts'
import type { Envelope } from './envelopes.ts'
import type { Filter, FilterDeclaration } from './filters.ts'
import { answerIcon, answerList, answerSingle } from './answers.ts'
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
  /** `own` where the single row has an endpoint of its own shape, false where there is none. */
  single?: boolean | 'own'
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
  const { path, envelope, single: singleRow = true } = declaration
  if (!path) return built
  if (envelope) endpoints.push(list(built, path, envelope))
  if (singleRow === true) endpoints.push(single(built, path))
  if (singleRow && isImported(built)) endpoints.push(historyOf(built, path))
  if (columns.icon?.asset?.shown === 'url') endpoints.push(icon(built, path))
  return built
}

function list(resource: Resource, path: string, envelope: Envelope): Endpoint {
  return endpoint({
    id: `${resource.name}.list`,
    path,
    summary: `${resource.summary}: all, filtered, page by page.`,
    spec: resource.spec,
    resource,
    mode: resource.mode,
    envelope,
    filters: resource.filters,
    params: embedParam(resource),
    rows: { locale: resource.locale },
    files: { folder: 'list', by: 'page' },
    schema: listSchema(envelope, rowSchema(resource)),
    answer: answerList,
  })
}

function single(resource: Resource, path: string): Endpoint {
  return endpoint({
    id: `${resource.name}.single`,
    path: `${path}/{id}`,
    summary: `${resource.summary}: one row.`,
    spec: resource.spec,
    resource,
    mode: resource.mode,
    params: embedParam(resource),
    rows: { locale: resource.locale },
    files: { folder: 'row', by: 'row' },
    schema: z.object({ body: rowSchema(resource, 'single') }),
    answer: answerSingle,
  })
}

function icon(resource: Resource, path: string): Endpoint {
  return endpoint({
    id: `${resource.name}.icon`,
    path: `${path}/{id}/icon`,
    summary: `${resource.summary}: the icon, by way of its asset.`,
    spec: resource.spec,
    resource,
    mode: resource.mode,
    rows: false,
    schema: z.literal(''),
    answer: answerIcon,
  })
}

/** Rows of bundles; what remains are rows that the catalog makes itself. */
export const isImported = (resource: Resource): boolean => resource.mode !== unscoped
