import { expect, it } from 'vitest'
import { readRequest } from '../request/request.ts'
import { parseTarget } from '../request/target.ts'
import { api } from '../table.ts'
import { testStore } from '../test/test-store.ts'
import type { RowObject } from './rows/row-view.ts'
import { exportParts } from './exports.ts'

it('a column named like a property of every object is empty in rows that lack it', () => {
  const items: RowObject[] = [
    { id: 'id.item.a', name: 'A' },
    { id: 'id.item.b', name: 'B', constructor: 'named' },
  ]
  const store = testStore({ rows: { items } })
  const request = readRequest(api, parseTarget('/v2/items?format=csv&fields=id,constructor'), store)
  expect([...exportParts(request, store, 'csv')].join('')).toBe('id,constructor\r\nid.item.a,\r\nid.item.b,named\r\n')
})

it('nulls of embedded rows are kept with `condense=false`, as in JSON', () => {
  const store = testStore({
    rows: {
      perks: [{ id: 'id.perk.p', classes: ['id.player_character.bard'] }],
      classes: [{ id: 'id.player_character.bard', name: null }],
    },
  })
  const partsOf = (target: string, format: 'csv' | 'ndjson') => [
    ...exportParts(readRequest(api, parseTarget(target), store), store, format),
  ]
  const query = 'embed=classes&condense=false&fields=classes'
  const [json] = partsOf(`/v2/perks?format=ndjson&${query}`, 'ndjson')
  expect(json).toContain('"name":null')
  expect(partsOf(`/v2/perks?format=csv&${query}`, 'csv').join('')).toContain('""name"":null')
})
