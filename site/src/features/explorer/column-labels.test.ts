import { expect, it } from 'vitest'
import { z } from 'zod'
import { api } from '../../../../data/api/table.ts'
import { columnWords } from '../../format/humanize.ts'
import { catalogs } from '../../messages/catalogs.ts'
import { listsOf } from '../../request/explorer.ts'
import { controlsOf } from './filters/controls.ts'

/** Returns the names of all fields of a schema, at any depth. */
function fieldsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {} } = schema as { properties?: Readonly<Record<string, unknown>> }
  return [...Object.keys(properties), ...Object.values(schema).flatMap(fieldsIn)]
}

/** Names that need no message: coordinates, the cursor, which no page shows, and attributes, which have names of their own. */
const isNoWord = /^[xyz]$|^cursor$|\*/
const withoutWord = (names: readonly string[]) =>
  [...new Set(names)].filter(
    (name) => !isNoWord.test(name) && !Object.hasOwn(catalogs.en, `column.${columnWords(name)}`),
  )

it('every column that pages show and every field inside it has a message', () => {
  const shown = [...api.resources.values()].filter(({ name }) => name !== 'patches')
  const names = shown.flatMap(({ columns }) =>
    Object.entries(columns).flatMap(([name, { schema }]) => [name, ...fieldsIn(z.toJSONSchema(schema))]),
  )
  expect(names).toEqual(expect.arrayContaining(['source_key', 'dungeon_tags', 'min_quantity', 'nameplate_skin_id']))
  expect(withoutWord(names)).toEqual([])
})

it('every filter has a message', () => {
  const live = api.endpoints.filter(({ path }) => path === '/v2/market' || path === '/v2/trades')
  const names = [...listsOf(api), ...live].flatMap((list) => controlsOf(list).map(({ name }) => name))
  expect(names).toEqual(expect.arrayContaining(['sender_class', 'required_knowledge', 'item_id']))
  expect(withoutWord(names)).toEqual([])
})
