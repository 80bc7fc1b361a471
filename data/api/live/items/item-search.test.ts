// Items that are found by texts typed in a chat, with a catalog of a few rows.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleRows } from '../../test/test-world.ts'
import { testStore } from '../../test/test-store.ts'
import { findItemsByName } from './item-search.ts'

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

/** Slugs of the found items, or the suggested name. */
function lookUp(given: string, locale: 'en' | 'de' = 'en') {
  const match = findItemsByName(store, given, locale)
  return 'items' in match ? match.items.map(({ id }) => id.replace('id.item.', '')) : { meant: match.suggestion }
}

describe('an item is found', () => {
  it('by its name, whatever the case, the accents and the punctuation', () => {
    for (const given of ['Gloam Blade', 'gloam blade', '  GLOAM   BLADE ', 'gloam-blade!'])
      expect(lookUp(given), given).toEqual(['gloam_blade_5001'])
    for (const given of ['widows veil', "Widow's Veil", 'WIDOW’S VÉIL'])
      expect(lookUp(given), given).toEqual(['widows_veil_4001'])
  })

  it('by beginnings of its words in any order, the shortest such name first', () => {
    expect(lookUp('blade glo')).toEqual(['gloam_blade_5001'])
    expect(lookUp('deep gloam')).toEqual(['gloam_blade_of_the_deep_6001'])
    expect(lookUp('lant')).toEqual(['ember_lantern_5001'])
  })

  it('not by the inside of a word', () => {
    for (const given of ['ntern', 'ade']) expect(lookUp(given), given).toEqual({ meant: undefined })
  })

  it('with a typo or two', () => {
    expect(lookUp('Gloam Blde')).toEqual(['gloam_blade_5001'])
    expect(lookUp('Embre Lantern')).toEqual(['ember_lantern_5001'])
    expect(lookUp('emberlantern')).toEqual(['ember_lantern_5001'])
  })

  it('by its name in the requested language, else in English', () => {
    expect(lookUp('Moosbrot', 'de')).toEqual(['mossbread_1001'])
    expect(lookUp('mossbread')).toEqual(['mossbread_1001'])
    expect(lookUp('Gloam Blade', 'de')).toEqual(['gloam_blade_5001'])
  })
})

describe('rarities', () => {
  it('are all found if none is named', () => {
    expect(lookUp('ashbound tome')).toEqual(['ashbound_tome_1001', 'ashbound_tome_5001'])
  })

  it('may precede or follow the name', () => {
    expect(lookUp('epic Ashbound Tome')).toEqual(['ashbound_tome_5001'])
    expect(lookUp('ashbound tome COMMON')).toEqual(['ashbound_tome_1001'])
  })

  it('that the item does not have are ignored', () => {
    expect(lookUp('legendary ashbound tome')).toEqual(['ashbound_tome_1001', 'ashbound_tome_5001'])
  })

  it('that belong to a name are left in it', () => {
    expect(lookUp('Epic Tale')).toEqual(['epic_tale_1001'])
  })

  it('alone find only names that begin so', () => {
    expect(lookUp('common')).toEqual({ meant: undefined })
    expect(lookUp('epic')).toEqual(['epic_tale_1001'])
  })
})

describe('where nothing is called so', () => {
  it('a similar name is suggested in its original spelling', () => {
    expect(lookUp('Gloaming Blazer')).toEqual({ meant: 'Gloam Blade' })
    expect(lookUp('Wydows Vails')).toEqual({ meant: 'Widow’s Véil' })
  })

  it('so is a name of which only one or two letters were typed', () => {
    expect(lookUp('gl')).toEqual({ meant: 'Gloam Blade' })
    expect(lookUp('glo')).toEqual(['gloam_blade_5001'])
  })

  it('nothing is suggested if no name is similar', () => {
    for (const given of ['zzzzzzzzzzzzzzzz', '***', '', '灯'])
      expect(lookUp(given), given).toEqual({ meant: undefined })
  })

  it('nothing is suggested in a catalog without a patch', () => {
    expect(findItemsByName(testStore({ patches: [] }), 'Gloam Blade', 'en')).toEqual({})
  })
})

describe('for whatever is typed', () => {
  it('every name finds its own items, in its spelling or in capitals', () => {
    for (const { id, name } of items) {
      if (typeof name !== 'string' || name.startsWith('Reach_')) continue
      for (const given of [name, name.toUpperCase()])
        expect(lookUp(given), given).toContain(String(id).replace('id.item.', ''))
    }
  })

  it('the answer is items of one name, or a name that finds some', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (given) => {
        const match = findItemsByName(store, given, 'en')
        if ('items' in match) expect(new Set(match.items.map(({ name }) => name)).size).toBe(1)
        else if (match.suggestion !== undefined)
          expect(findItemsByName(store, match.suggestion, 'en')).toHaveProperty('items')
      }),
      { numRuns: 300 },
    )
  })

  it('one letter left out of a long name is corrected', () => {
    fc.assert(
      fc.property(fc.nat({ max: 'Ashbound Tome'.length - 1 }), (at) => {
        const typo = tome.name.slice(0, at) + tome.name.slice(at + 1)
        expect(lookUp(typo)).toEqual(['ashbound_tome_1001', 'ashbound_tome_5001'])
      }),
    )
  })
})
