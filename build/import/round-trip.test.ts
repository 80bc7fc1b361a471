import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { api } from '../../data/api/table.ts'
import type { Catalog } from '../../data/store/catalog/catalog.ts'
import { DataFolder, type Row } from '../test/test-bundle.ts'
import { inLongForm } from '../../scripts/test/long-form.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 12 })
const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true })
const anyInteger = fc.maxSafeInteger()
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 3 })
const idOf = (kind: string) => fc.stringMatching(/^[a-z0-9_.-]{1,6}$/).map((slug) => `id.${kind}.${slug}`)
const unknown = fc.dictionary(fc.stringMatching(/^x[A-Za-z0-9_]{1,8}$/), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })

const item = fc
  .record(
    {
      id: idOf('item'),
      source_key: optional(anyText),
      name: optional(anyText),
      rarity: optional(fc.string({ minLength: 1, maxLength: 5 })),
      required_class: optional(fc.array(fc.string({ minLength: 1, maxLength: 5 }), { maxLength: 3 })),
      gear_score: optional(anyInteger),
      wearing_delay_time: optional(anyNumber),
      effect: optional(anyText),
      primary_min_armor: optional(anyNumber),
      secondary_max_luck: optional(anyNumber),
    },
    { requiredKeys: ['id'] },
  )
  .chain((row) => unknown.map((more): Row => ({ ...more, ...row })))

const lootTable = fc.record(
  {
    id: idOf('loot_table'),
    name: optional(anyText),
    entries: optional(
      fc.array(
        fc.record(
          { item_id: anyText, weight: fc.nat(), conditions: fc.jsonValue({ maxDepth: 1 }) },
          { requiredKeys: ['item_id', 'weight'] },
        ),
        { maxLength: 3 },
      ),
    ),
  },
  { requiredKeys: ['id'] },
)

const ability = fc.record(
  {
    monster_id: fc.constantFrom('id.monster.rat', 'id.monster.rat_king', 'id.monster.a'),
    ability_id: fc.stringMatching(/^[a-zÄ火]{1,4}$/u),
    cooldown: optional(anyNumber),
    conditions: optional(
      fc.dictionary(fc.string({ minLength: 1, maxLength: 5 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 }),
    ),
  },
  { requiredKeys: ['monster_id', 'ability_id'] },
)

const unique = (row: fc.Arbitrary<Row>, selector: (row: Row) => unknown) =>
  fc.uniqueArray(row, { maxLength: 12, selector })
const worlds = fc.record({
  items: unique(item, ({ id }) => id),
  loot_tables: unique(lootTable, ({ id }) => id),
  monster_abilities: unique(ability, (row) => `${String(row.monster_id)} ${String(row.ability_id)}`),
})
type World = Record<'items' | 'loot_tables' | 'monster_abilities', Row[]>

/** The expected row: without nulls, and with the values that JSON can represent. */
const expected = (row: Row): unknown =>
  JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))))

function readBack(
  catalog: Catalog,
  name: string,
  scope: number,
): { rows: Row[]; positions: number[]; since: number[] } {
  const resource = api.resources.get(name)
  if (!resource) throw new Error(name)
  const rows = catalog.all(resource, scope)
  return {
    rows: rows.map(({ text, detail }) => ({ ...(JSON.parse(text) as Row), ...(JSON.parse(detail ?? '{}') as Row) })),
    positions: rows.map(({ position }) => position),
    since: rows.map(({ sincePatchId }) => sincePatchId),
  }
}

const keyOf = (row: Row) => String(row.id ?? `${String(row.monster_id)} ${String(row.ability_id)}`)
const ordered = (rows: Row[]) =>
  rows.toSorted((a, b) => Buffer.compare(Buffer.from(keyOf(a)), Buffer.from(keyOf(b)))).map(expected)
const names = ['items', 'loot_tables', 'monster_abilities'] as const

async function inFolder(work: (folder: DataFolder) => Promise<void>): Promise<void> {
  const folder = new DataFolder()
  try {
    await work(folder)
  } finally {
    folder.close()
  }
}

function bodies(folder: DataFolder): number {
  const db = new Database(folder.catalogPath, { readonly: true })
  try {
    const sql = names.map((name) => `SELECT count(*) AS n FROM search_${name}`).join(' UNION ALL ')
    return db.prepare(`SELECT sum(n) FROM (${sql})`).pluck().get() as number
  } finally {
    db.close()
  }
}

describe('any rows of any small world', () => {
  it('come back as they were, in the order of their keys', () =>
    fc.assert(
      fc.asyncProperty(worlds, (world: World) =>
        inFolder(async (folder) => {
          const { rows } = await folder.import('1', world)
          expect(rows).toEqual(Object.fromEntries(names.map((name) => [name, world[name].length])))
          folder.read((catalog) => {
            for (const name of names) {
              const back = readBack(catalog, name, 1)
              expect(back.rows).toEqual(ordered(world[name]))
              expect(back.positions).toEqual(world[name].map((_row, at) => at + 1))
            }
          })
        }),
      ),
      { numRuns: inLongForm(25, 8) },
    ))

  it('come back at each patch as they were at it, and bodies are kept for different rows only', () =>
    fc.assert(
      fc.asyncProperty(worlds, worlds, (one: World, other: World) =>
        inFolder(async (folder) => {
          const accepted = { acceptAnomalies: true }
          await folder.import('1', one)
          await folder.import('2', other, accepted)
          await folder.import('3', { items: one.items.toReversed() }, accepted)
          folder.read((catalog) => {
            for (const name of names) {
              const [first, second, third] = [1, 2, 3].map((scope) => readBack(catalog, name, scope))
              expect(first?.rows).toEqual(ordered(one[name]))
              expect(second?.rows).toEqual(ordered(other[name]))
              expect(third?.rows).toEqual(name === 'items' ? first?.rows : second?.rows)
              const texts = new Set(first?.rows.map((row) => JSON.stringify(row)))
              expect(second?.since).toEqual(second?.rows.map((row) => (texts.has(JSON.stringify(row)) ? 1 : 2)))
            }
          })
          const different = names.flatMap((name) => [
            ...new Set(
              [...ordered(one[name]), ...ordered(other[name])].map((row) => name + JSON.stringify(sortedKeys(row))),
            ),
          ])
          expect(bodies(folder)).toBe(different.length)
        }),
      ),
      { numRuns: inLongForm(12, 4) },
    ))
})

const sortedKeys = (row: unknown) => Object.entries(row as Row).sort(([a], [b]) => (a < b ? -1 : 1))
