// Random rows of any resource, for property tests of whole worlds. They have few distinct values, so that filters match
// some of them.
import fc from 'fast-check'
import type { Api } from '../../data/api/model/api.ts'
import type { Column } from '../../data/api/model/columns.ts'
import { isImported, type Resource } from '../../data/api/model/resource.ts'
import type { Content, Row } from './test-bundle.ts'

const texts = ['Name_A', 'Name_B', 'Ember Blade', 'ÉPÉE 火', '100%_sure', "o'neil", 'İ', '', 'flat', 'percent']
const keys = ['scout', 'bard', 'id.player_character.bard', 'Id_PlayerCharacter_Bard', 'id.loot_table.a', 'LT_A', 'rare']
const lists = [[], ['scout'], ['id.player_character.scout', 'bard'], ['Id_PlayerCharacter_Scout'], [1, 250], ['']]
const objects = [{}, { a: 1 }, { a: null, b: ['x', { y: 'ß' }] }, { order: 2, content_ids: ['id.quest_content.a'] }]
const entries = [[{ item_id: 'id.item.a', weight: 3, tier: 'x' }], [{ type: 'item', count: 2 }], [{ key: 'k' }]]
const candidates: Record<Column['type'], readonly unknown[]> = {
  string: [...texts, ...keys, 'Id_Item_S1', '2026-01-01T00:00:00Z'],
  integer: [-3, 0, 1, 2, 7, 20, 250, Number.MAX_SAFE_INTEGER],
  number: [-1.25, 0, 0.1, 3, 1e21],
  boolean: [true, false],
  list: [...lists, ...entries],
  object: objects,
}
const assets = { 'image/png': 'assets/a.png', 'model/gltf-binary': 'assets/a.glb' }

/** Values that the column's schema accepts. */
function valuesOf({ asset, type, schema }: Column): unknown[] {
  const given = asset ? [assets[asset.media]] : candidates[type]
  return given.filter((value) => schema.safeParse(value).success)
}

function columnArbitrary(column: Column): fc.Arbitrary<unknown> {
  const values = valuesOf(column)
  return values.length === 0 ? fc.constant(undefined) : fc.option(fc.constantFrom(...values), { freq: 4, nil: null })
}

function keyArbitrary({ kind }: Column): fc.Arbitrary<string> {
  const slug = fc.stringMatching(/^[a-d0-2_.-]{1,3}$/)
  return kind === undefined ? fc.stringMatching(/^[a-dÄ火]{1,2}$/u) : slug.map((found) => `id.${kind}.${found}`)
}

/** One row; columns may be null or absent. */
function rowArbitrary({ columns, key }: Resource): fc.Arbitrary<Row> {
  const declared = Object.entries(columns).filter(([, { derived }]) => !derived)
  const named = declared.map(([name, column]): [string, fc.Arbitrary<unknown>] => [
    name.replace('*', 'armor'),
    key.includes(name) ? keyArbitrary(column) : columnArbitrary(column),
  ])
  const others: Record<string, fc.Arbitrary<unknown>> = { zeal: fc.constantFrom(1, 'x', [null], { y: 2 }, null) }
  return fc.record({ ...Object.fromEntries(named), ...others }, { requiredKeys: [...key] })
}

/** Rows with different keys. */
export const rowsArbitrary = (resource: Resource, maxLength: number): fc.Arbitrary<Row[]> =>
  fc.uniqueArray(rowArbitrary(resource), {
    maxLength,
    selector: (row) => resource.key.map((name) => row[name]).join(' '),
  })

/** Rows of all resources, or of those with these names. */
export function worldArbitrary(api: Api, maxLength: number, names?: readonly string[]): fc.Arbitrary<Content> {
  const chosen = [...api.resources.values()].filter(
    (resource) => isImported(resource) && (names?.includes(resource.name) ?? true),
  )
  return fc.record(Object.fromEntries(chosen.map((resource) => [resource.name, rowsArbitrary(resource, maxLength)])))
}
