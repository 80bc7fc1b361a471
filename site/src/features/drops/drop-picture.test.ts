import { expect, it } from 'vitest'
import { inEnglish } from '../../messages/catalogs.ts'
import { testLookup } from '../../test/test-lookup.ts'
import { linksOf, type DropTable } from './drop-graph.ts'
import { graphOf } from './drop-picture.ts'

const table = (nth: number): DropTable => ({
  ...{ id: `table ${nth}`, name: `table ${nth}`, monsters: [] },
  entries: [{ item_id: `item ${nth}`, weight: 1 }],
  spawns: [{ id: `spawner ${nth}`, map: 'map', grades: [] }],
})

it('every item in the picture has an edge to a table', () => {
  const tables = Array.from({ length: 30 }, (_, nth) => table(nth))
  const items = tables.map((_, nth) => `item ${nth}`).toReversed()
  const graph = graphOf(
    { items, tables, links: linksOf(tables, { kills: 1 }) },
    { lookup: testLookup({}), hrefOf: (id) => id, rarityLabel: (slug) => slug, t: inEnglish },
  )
  const [shown = [], shownTables = []] = graph.columns
  expect(shown.map(({ id }) => id)).toEqual(items.slice(-10))
  expect(shownTables).toHaveLength(10)
  const linked = graph.edges.filter(({ to }) => shownTables.some(({ id }) => id === to)).map(({ from }) => from)
  expect(shown.filter(({ id }) => !linked.includes(id))).toEqual([])
})
