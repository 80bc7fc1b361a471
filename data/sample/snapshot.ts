import type { Phrase } from './phrase.ts'
import { rowKey, type Resource, type Rows } from './rows.ts'

type Tables = { readonly [R in Resource]: Map<string, Rows[R]> }

type Facets = Readonly<Record<string, Readonly<Record<string, string>>>>

function emptyTables(): Tables {
  return {
    items: new Map(),
    monsters: new Map(),
    monster_abilities: new Map(),
    loot_tables: new Map(),
    spawners: new Map(),
    maps: new Map(),
    classes: new Map(),
    perks: new Map(),
    spells: new Map(),
    skills: new Map(),
    religions: new Map(),
    merchants: new Map(),
    quests: new Map(),
    quest_contents: new Map(),
    rewards: new Map(),
    workshops: new Map(),
    workshop_levels: new Map(),
    workshop_upgrades: new Map(),
    workshop_services: new Map(),
    faustian_bargains: new Map(),
    achievements: new Map(),
    attributes: new Map(),
    perk_abilities: new Map(),
    spell_abilities: new Map(),
    skill_abilities: new Map(),
  }
}

/** The content of the world at one patch. Rows are never changed, only replaced. */
export class Snapshot {
  readonly tables: Tables = emptyTables()
  readonly texts = new Map<string, Phrase>()
  /** Archetypes whose pictures have been redrawn. */
  readonly redrawn = new Set<string>()
  facets: Facets = {}

  get resources(): Resource[] {
    return Object.keys(this.tables).filter((name): name is Resource => name in this.tables)
  }

  copy(): Snapshot {
    const copy = new Snapshot()
    for (const resource of this.resources) for (const row of this.rows(resource)) copy.add(resource, row)
    for (const [key, phrase] of this.texts) copy.texts.set(key, phrase)
    for (const archetype of this.redrawn) copy.redrawn.add(archetype)
    copy.facets = this.facets
    return copy
  }

  add<R extends Resource>(resource: R, row: Rows[R]): void {
    const key = rowKey(row)
    if (this.tables[resource].has(key)) throw new Error(`${resource}: ${key} exists already`)
    this.tables[resource].set(key, row)
  }

  /** All rows of a resource, in the order in which they were added. */
  rows<R extends Resource>(resource: R): Rows[R][] {
    return [...this.tables[resource].values()]
  }

  row<R extends Resource>(resource: R, id: string): Rows[R] {
    const row = this.tables[resource].get(id)
    if (!row) throw new Error(`${resource}: no ${id}`)
    return row
  }

  has(resource: Resource, id: string): boolean {
    return this.tables[resource].has(id)
  }

  /** Replaces every row by the result of `change`, which may return the row itself. */
  change<R extends Resource>(resource: R, change: (row: Rows[R]) => Rows[R]): void {
    for (const [key, row] of this.tables[resource]) this.tables[resource].set(key, change(row))
  }

  remove(resource: Resource, ids: ReadonlySet<string>): void {
    for (const id of ids) this.tables[resource].delete(id)
  }

  /** Registers a text and returns its localization key. */
  text(key: string, phrase: Phrase): string {
    this.texts.set(key, phrase)
    return key
  }
}
