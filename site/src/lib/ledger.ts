// What the lists of a patch tell about each other: the name of every thing, and everything that mentions it. Made of API calls,
// once for each state of the catalog, when a page first asks.
import type { Api } from '../../../data/api/api.ts'
import type { Endpoint } from '../../../data/api/endpoint.ts'
import { locales } from '../../../data/api/locales.ts'
import type { PatchIndex } from '../../../data/api/patches.ts'
import { foundIn, type Ask, type Row } from './ask.ts'
import { rowQuery } from './row-query.ts'
import { isCurrent, pinOf, type ShownPatch } from './at-patch.ts'
import { listsOf, pagePath } from './explorer.ts'
import { keeper } from './keeper.ts'
import { lane } from './lane.ts'
import { iconOf, nameOf } from './row-words.ts'
import { walk } from './walk.ts'

export interface Thing {
  readonly id: string
  readonly name: string
  /** The path of its list's page: `/loot-tables`. */
  readonly list: string
  readonly rarity?: string
  /** Tells apart what shares a name: a monster's `elite`. */
  readonly tier?: string
  readonly icon?: string
}

export interface Mention {
  readonly from: Thing
  /** The column that mentions it. */
  readonly column: string
  /** The innermost object that does: an entry of loot, a reward. */
  readonly within: Row
}

/** The least and the most of a column. */
export type Bounds = readonly [least: number, most: number]

export interface Ledger {
  readonly things: ReadonlyMap<string, Thing>
  /** By the path of the list's page. */
  readonly byList: ReadonlyMap<string, readonly Thing[]>
  /** Things that share an archetype. */
  readonly byArchetype: ReadonlyMap<string, readonly Thing[]>
  /** By the path of the list's page, then by column, of the columns that have numbers. */
  readonly bounds: ReadonlyMap<string, ReadonlyMap<string, Bounds>>
  /** By id or archetype. */
  readonly mentions: ReadonlyMap<string, readonly Mention[]>
}

interface Asking {
  readonly api: Api
  readonly ask: Ask
  readonly patches: PatchIndex
}

/** About 8 MB each for 5,000 things, made on the thread that answers: one of the current patch and one of the others at a time. */
const ofCurrent = { kept: keeper<Ledger>(locales.length), inLane: lane(locales.length) }
const ofOthers = { kept: keeper<Ledger>(2), inLane: lane(4) }

/**
 * The ledger of a patch in a language. As long as the catalog stays the same, those of the current patch are kept, and the last few of
 * others. Throws `Busy` when too many others are to be made.
 */
export function ledgerOf(asking: Asking, patch: ShownPatch | undefined): Promise<Ledger> {
  const { kept, inLane } = !patch || isCurrent(patch) ? ofCurrent : ofOthers
  return kept(asking.patches, `${patch?.id} ${patch?.locale}`, () => inLane(() => readLedger(asking, patch)))
}

async function readLedger({ api, ask }: Asking, patch: ShownPatch | undefined): Promise<Ledger> {
  const made = {
    things: new Map<string, Thing>(),
    byList: new Map<string, Thing[]>(),
    byArchetype: new Map<string, Thing[]>(),
    bounds: new Map<string, Map<string, Bounds>>(),
    mentions: new Map<string, Mention[]>(),
  }
  for (const list of listsOf(api)) {
    const things: Thing[] = []
    const bounds = new Map<string, Bounds>()
    made.byList.set(pagePath(list), things)
    made.bounds.set(pagePath(list), bounds)
    for await (const row of walk(ask, list.path, queryOf(api, list, patch))) {
      const thing = thingOf(list, row)
      things.push(thing)
      made.things.set(thing.id, thing)
      if (typeof row.archetype === 'string') push(made.byArchetype, row.archetype, thing)
      widen(bounds, row)
      note(made.mentions, thing, { ...row, id: undefined, archetype: undefined })
      if (hasHiddenReferences(list)) note(made.mentions, thing, await detailOf(ask, list, thing, patch))
    }
  }
  return made
}

function queryOf(api: Api, list: Endpoint, patch: ShownPatch | undefined): Record<string, string> {
  return { limit: String(list.envelope?.limits.max ?? 1), ...rowQuery(api, list, patch) }
}

function thingOf(list: Endpoint, row: Row): Thing {
  const { rarity, tier } = row
  const id = String(row.id)
  return {
    id,
    name: nameOf(row),
    list: pagePath(list),
    ...(typeof rarity === 'string' && { rarity }),
    ...(typeof tier === 'string' && { tier }),
    icon: iconOf(row),
  }
}

function widen(bounds: Map<string, Bounds>, row: Row): void {
  for (const [column, value] of Object.entries(row)) {
    if (typeof value !== 'number') continue
    const [least, most] = bounds.get(column) ?? [value, value]
    bounds.set(column, [Math.min(least, value), Math.max(most, value)])
  }
}

/** References that only the single row shows. */
const hasHiddenReferences = ({ resource }: Endpoint): boolean =>
  Object.values(resource?.columns ?? {}).some(({ detail, references }) => detail && references)

async function detailOf(ask: Ask, list: Endpoint, { id }: Thing, patch: ShownPatch | undefined): Promise<Row> {
  const answer = await ask(`${list.path}/${id}?${new URLSearchParams(pinOf(list, patch))}`)
  return (foundIn(answer) as { body: Row } | undefined)?.body ?? {}
}

function note(mentions: Map<string, Mention[]>, from: Thing, row: Row): void {
  const seen = new Set<string>()
  const visit = (value: unknown, column: string, within: Row): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, column, within)
    else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) visit(one, column || name, value as Row)
    else if (typeof value === 'string' && value.startsWith('id.') && value !== from.id) {
      const once = `${column} ${value} ${within === row ? '' : JSON.stringify(within)}`
      if (seen.has(once)) return
      seen.add(once)
      push(mentions, value, { from, column, within })
    }
  }
  visit(row, '', row)
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}
