import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searcher } from './search-index.ts'

const find = searcher({
  lists: [
    ['/items', 'Items', 'id.item.'],
    ['/loot-tables', 'Loot tables', 'id.loot_table.'],
    ['/monsters', 'Monsters', 'id.monster.'],
  ],
  groups: [
    [
      'Ashbound Tome',
      0,
      [
        ['ashbound_tome_1001', 'common'],
        ['ashbound_tome_5001', 'epic'],
      ],
    ],
    ['Bog Wight', 1, [['bog_wight']]],
    ['Bog Wight', 2, [['bog_wight_common']]],
  ],
})

const named = (...names: string[]) =>
  searcher({ lists: [['/items', 'Items', 'id.item.']], groups: names.map((name) => [name, 0, [['lantern']]]) })

describe('the search in names', () => {
  it('takes beginnings of words in any order, and a slip', () => {
    expect(find('tome ash', 5).map(({ name }) => name)).toEqual(['Ashbound Tome'])
    expect(find('ashbond', 5).map(({ name }) => name)).toEqual(['Ashbound Tome'])
  })

  it('leads to the thing, or to all items that are called so', () => {
    expect(find('ashbound', 1)[0]?.href).toBe('/items?name=Ashbound+Tome')
    expect(find('ashbound', 1)[0]?.things[1]).toEqual({ href: '/items/id.item.ashbound_tome_5001', rarity: 'epic' })
  })

  it('puts a monster before the loot table of its name', () => {
    expect(find('bog wight', 5).map(({ href }) => href)).toEqual([
      '/monsters/id.monster.bog_wight_common',
      '/loot-tables/id.loot_table.bog_wight',
    ])
  })

  it.each([
    ['夜', ['夜の灯火', '灯火の夜守']],
    ['灯火', ['夜の灯火', '灯火の夜守']],
    ['夜守', ['灯火の夜守']],
    ['ランタン', ['残り火のランタン']],
    ['タンラン', []],
    ['랜턴', ['잿불랜턴']],
  ])('finds %s within the words of scripts that have no spaces', (text, expected) => {
    const found = named('灯火の夜守', '夜の灯火', '残り火のランタン', '잿불랜턴')(text, 9)
    expect(found.map(({ name }) => name).toSorted()).toEqual(expected.toSorted())
  })

  it('finds a name of such a script by each of its parts', () => {
    const letters = Array.from('灯夜守火々〆〇あのりっアラタンー𠮷가랜턴불')
    const word = fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 8 })
    const name = fc
      .array(word, { minLength: 1, maxLength: 3 })
      .map((words) => words.map((one) => one.join('')).join(' '))
    fc.assert(
      fc.property(name, fc.array(name), fc.nat(), fc.nat(), (searched, others, from, length) => {
        const signs = Array.from(searched)
        const at = from % signs.length
        const part = signs.slice(at, at + 1 + (length % signs.length)).join('')
        fc.pre(part.trim() !== '')
        const found = named(searched, ...others)(part, Infinity)
        expect(found.map((one) => one.name)).toContain(searched)
      }),
    )
  })

  it('finds nothing in nothing', () => {
    expect(find('zzzzqq', 5)).toEqual([])
  })
})
