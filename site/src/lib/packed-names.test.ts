import { describe, expect, it } from 'vitest'
import { packNames, unpackNames } from './packed-names.ts'
import type { SearchIndex } from './search-index.ts'

const index: SearchIndex = {
  lists: [
    ['/items', 'Items', 'id.item.'],
    ['/quests', 'Quests', 'id.quest.'],
    ['/maps', 'Maps', 'id.map.'],
  ],
  groups: [
    [
      'Gloam Blade',
      0,
      [
        ['gloam_blade_2001', 'common'],
        ['gloam_blade_5001', 'epic'],
      ],
    ],
    [
      "Warden's Blade",
      0,
      [
        ['wardens_blade_2001', 'common'],
        ['wardens_blade_5001', 'epic'],
      ],
    ],
    ['Silence or Needle', 1, [['apothecary_01'], ['silence_or_needle']]],
    ['灯', 1, [['lantern_01']]],
    ['', 1, [['nameless']]],
  ],
}

describe('names on their way', () => {
  it('are the same when they arrive', () => {
    expect(unpackNames(packNames(index))).toEqual(index)
    expect(unpackNames(JSON.parse(JSON.stringify(packNames(index))) as ReturnType<typeof packNames>)).toEqual(index)
  })

  it('hold a slug that is made of the name but once', () => {
    const text = JSON.stringify(packNames(index))
    expect(text).not.toContain('gloam_blade')
    expect(text.match(/_5001/g)).toHaveLength(1)
    expect(text).toContain('apothecary_01')
  })

  it('may be none', () => {
    expect(unpackNames(packNames({ lists: [], groups: [] }))).toEqual({ lists: [], groups: [] })
  })
})
