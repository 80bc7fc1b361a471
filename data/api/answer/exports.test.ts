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
