// What people mean by what they type in a chat, where the catalog is a few rows.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleRows } from '../test-world.ts'
import { testStore } from '../test-store.ts'
import { itemsCalled } from './item-search.ts'

const tome = { name: 'Ashbound Tome', archetype: 'id.item.ashbound_tome', type: 'weapon' }
const items = [
  ...(sampleRows.items ?? []),
  { ...tome, id: 'id.item.ashbound_tome_1001', rarity: 'common', gear_score: 12 },
  { ...tome, id: 'id.item.ashbound_tome_5001', rarity: 'epic', gear_score: 48 },
  { id: 'id.item.gloam_blade_of_the_deep_6001', name: 'Gloam Blade of the Deep', rarity: 'legendary' },
  { id: 'id.item.epic_tale_1001', name: 'Epic Tale', rarity: 'common' },
  { id: 'id.item.widows_veil_4001', name: 'Widow’s Véil', rarity: 'rare' },
  { id: 'id.item.nameless_1001', rarity: 'poor' },
]
const store = testStore({ rows: { ...sampleRows, items } })

/** Ids of what was found, or what was probably meant. */
function called(given: string, locale: 'en' | 'de' = 'en') {
  const match = itemsCalled(store, given, locale)
  return 'items' in match ? match.items.map(({ id }) => id.replace('id.item.', '')) : { meant: match.meant }
}

describe('an item is found', () => {
  it('by its name, whatever the case, the accents and the punctuation', () => {
    for (const given of ['Gloam Blade', 'gloam blade', '  GLOAM   BLADE ', 'gloam-blade!'])
      expect(called(given), given).toEqual(['gloam_blade_5001'])
    for (const given of ['widows veil', "Widow's Veil", 'WIDOW’S VÉIL'])
      expect(called(given), given).toEqual(['widows_veil_4001'])
  })

  it('by beginnings of its words in any order, the shortest such name first', () => {
    expect(called('blade glo')).toEqual(['gloam_blade_5001'])
    expect(called('deep gloam')).toEqual(['gloam_blade_of_the_deep_6001'])
    expect(called('lant')).toEqual(['ember_lantern_5001'])
  })

  it('not by what stands inside a word', () => {
    for (const given of ['antern', 'ade']) expect(called(given), given).toEqual({ meant: undefined })
  })

  it('with a slip or two', () => {
    expect(called('Gloam Blde')).toEqual(['gloam_blade_5001'])
    expect(called('Embre Lantern')).toEqual(['ember_lantern_5001'])
  })

  it('by its name in the language that was asked for, else in English', () => {
    expect(called('Moosbrot', 'de')).toEqual(['mossbread_1001'])
    expect(called('mossbread')).toEqual(['mossbread_1001'])
    expect(called('Gloam Blade', 'de')).toEqual(['gloam_blade_5001'])
  })
})

describe('rarities', () => {
  it('are all there where none is named', () => {
    expect(called('ashbound tome')).toEqual(['ashbound_tome_1001', 'ashbound_tome_5001'])
  })

  it('may stand before or behind the name', () => {
    expect(called('epic Ashbound Tome')).toEqual(['ashbound_tome_5001'])
    expect(called('ashbound tome COMMON')).toEqual(['ashbound_tome_1001'])
  })

  it('that the name does not come in are no obstacle', () => {
    expect(called('legendary ashbound tome')).toEqual(['ashbound_tome_1001', 'ashbound_tome_5001'])
  })

  it('that belong to a name are left in it', () => {
    expect(called('Epic Tale')).toEqual(['epic_tale_1001'])
  })

  it('alone name nothing', () => {
    expect(called('epic')).toEqual({ meant: undefined })
  })
})

describe('where nothing is called so', () => {
  it('a name that is near is asked back, in its own letters', () => {
    expect(called('Gloaming Blazer')).toEqual({ meant: 'Gloam Blade' })
    expect(called('Wydows Vails')).toEqual({ meant: 'Widow’s Véil' })
  })

  it('so is one of which only a letter or two were typed', () => {
    expect(called('gl')).toEqual({ meant: 'Gloam Blade' })
    expect(called('glo')).toEqual(['gloam_blade_5001'])
  })

  it('and nothing where none is near', () => {
    for (const given of ['zzzzzzzzzzzzzzzz', '***', '', '灯'])
      expect(called(given), given).toEqual({ meant: undefined })
  })

  it('nor in a catalog without a patch', () => {
    expect(itemsCalled(testStore({ patches: [] }), 'Gloam Blade', 'en')).toEqual({})
  })
})

describe('for whatever is typed', () => {
  it('every name finds its own items, as it is written or in capitals', () => {
    for (const { id, name } of items) {
      if (typeof name !== 'string' || name.startsWith('Reach_')) continue
      for (const given of [name, name.toUpperCase()])
        expect(called(given), given).toContain(String(id).replace('id.item.', ''))
    }
  })

  it('there is an answer, and what was found is of one name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (given) => {
        const match = itemsCalled(store, given, 'en')
        if ('items' in match) expect(new Set(match.items.map(({ name }) => name)).size).toBe(1)
        else expect(match.meant === undefined || items.some(({ name }) => name === match.meant)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('one letter left out of a long name is mended', () => {
    fc.assert(
      fc.property(fc.nat({ max: 'Ashbound Tome'.length - 1 }), (at) => {
        const slip = tome.name.slice(0, at) + tome.name.slice(at + 1)
        expect(called(slip)).toEqual(['ashbound_tome_1001', 'ashbound_tome_5001'])
      }),
    )
  })
})
