import { describe, expect, it } from 'vitest'
import { api } from '../../../../data/api/table.ts'
import { listNamed } from '../../test/test-site.ts'
import { choosableColumns, chosenColumns } from './chosen-columns.ts'
import { visibleColumns } from './visible-columns.ts'

const items = listNamed('items')
const rows = [{ id: 'id.item.a', rarity: 'epic', type: 'weapon', gear_score: 5, vendor_price: 9 }]
const chosen = (query: string) => chosenColumns(api, items, rows, new URLSearchParams(query))

describe('the columns of a table', () => {
  it('are the default columns of the list if the URL chooses none', () => {
    expect(chosen('')).toEqual(visibleColumns(api, items, rows))
    expect(chosen('columns=')).toEqual(visibleColumns(api, items, rows))
  })

  it('are those that the URL chooses, in its order, with one parameter or several', () => {
    expect(chosen('columns=vendor_price,rarity')).toEqual(['vendor_price', 'rarity'])
    expect(chosen('columns=vendor_price&columns=rarity')).toEqual(['vendor_price', 'rarity'])
  })

  it('have no duplicates and no columns that cannot be shown', () => {
    expect(chosen('columns=rarity,rarity,nobody,__proto__')).toEqual(['rarity'])
    expect(chosen('columns=nobody')).toEqual(visibleColumns(api, items, rows))
  })

  it('can be chosen from all informative columns', () => {
    const all = choosableColumns(api, items)
    expect(all).toEqual(expect.arrayContaining(['rarity', 'gear_score', 'vendor_price']))
    expect(new Set(all).size).toBe(all.length)
    expect(all.filter((name) => name.includes('*'))).toEqual([])
    for (const hidden of ['id', 'source_key', 'description', 'icon_url']) expect(all).not.toContain(hidden)
  })

  it('are limited in number', () => {
    const all = choosableColumns(api, items)
    expect(chosen(`columns=${all.join(',')}`).length).toBe(Math.min(12, all.length))
  })
})
