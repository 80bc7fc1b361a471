// Names, references and bounds of rows that pages show in addition to API responses, read directly from the catalog.
import { lootOf, lootTables } from '../../../data/api/resources/world/loot-tables.ts'
import type { Api } from '../../../data/api/model/api.ts'
import type { Endpoint } from '../../../data/api/model/endpoint.ts'
import {
  visitReferences,
  type Bounds,
  type ReferringRow,
  type SummaryQuery,
} from '../../../data/api/model/related-rows.ts'
import { scopeOf, type PageStore } from '../../../data/api/model/store.ts'
import { createPause, runInSlices } from '../../../data/api/model/values/steps.ts'
import { fallbackLocale, type Locale, type Texts } from '../../../data/api/model/values/locales.ts'
import type { Row } from '../format/api-response.ts'
import { iconOf } from '../format/row-name.ts'
import type { LocalizedPatch } from './at-patch.ts'
import { listsOf, pagePath } from './explorer.ts'
import { embeddedColumns } from './row-query.ts'
import { rowSummary, type RowSummary } from './row-summary.ts'

export type { Bounds, RowSummary }

const idsPerStep = 200

/** A mention of an id or archetype in another row. */
export interface Reference {
  readonly from: RowSummary
  /** The column with the mention. */
  readonly column: string
  /** The innermost object with the mention: an entry of a loot table, a reward, or the row itself. */
  readonly within: Row
  /** The row with the mention. */
  readonly row: Row
}

/** Looks up rows of one patch in one language. Lists are named by the paths of their pages, such as `/loot-tables`. */
export interface RowLookup {
  find(id: string): RowSummary | undefined
  /** Loads all rows that the given rows mention, so that `find` does not read them one by one. */
  load(rows: readonly Row[]): Promise<void>
  ofArchetype(archetype: string): readonly RowSummary[]
  /** At most `limit` rows of a list in order of ids, starting after position `after`. */
  all(path: string, limit?: number, after?: number): readonly RowSummary[]
  count(path: string): number
  /** The least and greatest value of each numeric column that a filter reads, by column. */
  bounds(path: string): Promise<ReadonlyMap<string, Bounds>>
  /** Mentions of an id or an archetype, in the order of lists, then of ids. */
  referencesTo(id: string): readonly Reference[]
  /** Like `referencesTo`, but only in rows of these lists and not in embedded rows, which is far less work. */
  referencesIn(paths: readonly string[], id: string): readonly Reference[]
  /** The stored row, without details. */
  rowOf(id: string): Row | undefined
  /** The position of a row in its list, from 1. */
  positionOf(id: string): number | undefined
}

interface Asking {
  readonly api: Api
  readonly catalog: PageStore
}

/** Returns a lookup for the rows of a patch; it finds nothing if `patch` is undefined. */
export const rowLookup = (locals: Asking, patch: LocalizedPatch | undefined): RowLookup =>
  new CatalogLookup(locals, patch)

/** A row of a list that mentions an id, itself or in an embedded row. */
interface Holder {
  readonly list: Endpoint
  /** Index of the list in all lists. */
  readonly place: number
  readonly stored: ReferringRow
}

class CatalogLookup implements RowLookup {
  readonly #api: Api
  readonly #catalog: PageStore
  readonly #lists: readonly Endpoint[]
  readonly #scope: number
  readonly #locale: Locale
  readonly #found = new Map<string, RowSummary | undefined>()
  readonly #ofArchetype = new Map<string, readonly RowSummary[]>()

  constructor({ api, catalog }: Asking, patch: LocalizedPatch | undefined) {
    this.#api = api
    this.#catalog = catalog
    this.#lists = listsOf(api)
    this.#scope = scopeOf(patch)
    this.#locale = patch?.locale ?? fallbackLocale
  }

  /** Read only when a row has to be named, because the texts of an older patch may have to be loaded first. */
  get #texts(): Texts | undefined {
    return this.#catalog.texts(this.#scope, this.#locale)
  }

  find(id: string): RowSummary | undefined {
    if (this.#found.has(id)) return this.#found.get(id)
    const list = this.#listOfId(id)
    const [summary] = list ? this.#summaries(list, { ids: [id] }) : []
    this.#found.set(id, summary)
    return summary
  }

  async load(rows: readonly Row[]): Promise<void> {
    const pause = createPause()
    const mentioned = new Set<string>()
    for (const row of rows) visitReferences(row, (id) => mentioned.add(id))
    const unknown = new Map<Endpoint, string[]>(this.#lists.map((list) => [list, []]))
    for (const id of mentioned) {
      const list = this.#found.has(id) ? undefined : this.#listOfId(id)
      if (list) unknown.get(list)?.push(id)
    }
    for (const [list, ids] of unknown)
      for (let from = 0; from < ids.length; from += idsPerStep) {
        const some = ids.slice(from, from + idsPerStep)
        for (const id of some) this.#found.set(id, undefined)
        for (const one of this.#summaries(list, { ids: some })) this.#found.set(one.id, one)
        await pause()
      }
  }

  ofArchetype(archetype: string): readonly RowSummary[] {
    const known = this.#ofArchetype.get(archetype)
    if (known) return known
    const isId = archetype.startsWith('id.')
    const summaries = isId ? this.#lists.flatMap((list) => this.#summaries(list, { archetype })) : []
    this.#ofArchetype.set(archetype, summaries)
    return summaries
  }

  all(path: string, limit?: number, after?: number): readonly RowSummary[] {
    const list = this.#listAt(path)
    return list ? this.#summaries(list, { limit, after }) : []
  }

  count(path: string): number {
    const resource = this.#listAt(path)?.resource
    return resource ? this.#catalog.related.count(resource, this.#scope) : 0
  }

  async bounds(path: string): Promise<ReadonlyMap<string, Bounds>> {
    const resource = this.#listAt(path)?.resource
    return resource ? runInSlices(this.#catalog.related.bounds(resource, this.#scope)) : new Map<string, Bounds>()
  }

  referencesTo(id: string): readonly Reference[] {
    const { holders, inlined } = this.#holdersOf(id)
    return holders.flatMap((holder) => this.#referencesOf(holder, id, inlined))
  }

  referencesIn(paths: readonly string[], id: string): readonly Reference[] {
    return paths.flatMap((path) => {
      const list = this.#listAt(path)
      const rows = list?.resource ? this.#catalog.related.referring(this.#scope, [id], [list.resource]) : []
      return list ? rows.flatMap((stored) => this.#referencesOf({ list, stored }, id)) : []
    })
  }

  rowOf(id: string): Row | undefined {
    const stored = this.#storedRow(id)
    return stored && (JSON.parse(stored.text) as Row)
  }

  positionOf(id: string): number | undefined {
    return this.#storedRow(id)?.position
  }

  #storedRow(id: string) {
    const resource = this.#listOfId(id)?.resource
    return resource && this.#catalog.row(resource, this.#scope, id)
  }

  #listAt(path: string): Endpoint | undefined {
    return this.#lists.find((list) => pagePath(list) === path)
  }

  #listOfId(id: string): Endpoint | undefined {
    const kind = /^id\.([a-z_]+)\../.exec(id)?.[1]
    return kind === undefined ? undefined : this.#lists.find(({ resource }) => resource?.columns.id?.kind === kind)
  }

  #summaries(list: Endpoint, query: SummaryQuery): readonly RowSummary[] {
    const { resource } = list
    if (!resource) return []
    const found = this.#catalog.related.summaries(resource, this.#scope, query)
    const texts = found.length > 0 ? this.#texts : undefined
    return found.map((stored) => rowSummary(list, stored, texts))
  }

  /** Rows of lists that mention an id, themselves or in an embedded row, in the order of lists, then of ids. */
  #holdersOf(id: string): { holders: Holder[]; inlined: ReadonlyMap<string, Row> } {
    const { related } = this.#catalog
    const listOf = (name: string) => this.#lists.findIndex(({ resource }) => resource?.name === name)
    const direct = related.referring(this.#scope, [id])
    const hidden = direct.filter(({ resource }) => listOf(resource) < 0).map(contentOf)
    const inlined = new Map(hidden.map((row) => [String(row.id), row]))
    const embedding = this.#lists.filter((list) => embeddedColumns(this.#api, list).length > 0)
    const resources = embedding.flatMap(({ resource }) => resource ?? [])
    const outer = inlined.size > 0 ? related.referring(this.#scope, [...inlined.keys()], resources) : []
    const holders = new Map<string, Holder>()
    for (const stored of [...direct, ...outer]) {
      const place = listOf(stored.resource)
      const list = this.#lists[place]
      if (list) holders.set(`${place} ${stored.position}`, { list, place, stored })
    }
    const inOrder = [...holders.values()].sort(
      (one, other) => one.place - other.place || one.stored.position - other.stored.position,
    )
    return { holders: inOrder, inlined }
  }

  #referencesOf(
    { list, stored }: Pick<Holder, 'list' | 'stored'>,
    id: string,
    inlined: ReadonlyMap<string, Row> = new Map(),
  ): Reference[] {
    const row = contentOf(stored)
    if (row.id === id) return []
    const from = this.#summaryOf(list, row)
    const embedded = inlined.size > 0 ? embeddedColumns(this.#api, list) : []
    const found = new Map<string, Reference>()
    const add = (column: string, within: Row) => {
      const key = within === row ? column : `${column} ${JSON.stringify(within)}`
      if (!found.has(key)) found.set(key, { from, column, within, row })
    }
    visitReferences(row, (mentioned, column, within) => {
      if (mentioned === id) add(column, within)
      const inner = embedded.includes(column) ? inlined.get(mentioned) : undefined
      if (inner)
        visitReferences({ inner }, (deeper, _column, holding) => {
          if (deeper === id) add(column, holding)
        })
    })
    return [...found.values()]
  }

  #summaryOf(list: Endpoint, row: Row): RowSummary {
    const textIn = (value: unknown) => (typeof value === 'string' ? value : null)
    const stored = {
      id: String(row.id),
      name: textIn(row.name ?? row.title),
      rarity: textIn(row.rarity),
      tier: textIn(row.tier),
      icon: iconOf(row) ?? null,
    }
    return rowSummary(list, stored, this.#texts)
  }
}

/** The row with its details; the entries of a loot table have their probabilities. */
function contentOf({ resource, text, detail }: ReferringRow): Row {
  const details = resource === lootTables.name ? { entries: lootOf({ detail }) } : (JSON.parse(detail ?? '{}') as Row)
  return { ...(JSON.parse(text) as Row), ...details }
}
