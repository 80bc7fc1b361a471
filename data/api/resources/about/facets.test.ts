import { expect, it } from 'vitest'
import { bodyOf } from '../../test/test-store.ts'

it('the facets are labels by column and slug, in English by default', () => {
  expect(bodyOf('/v2/facets')).toEqual({
    rarity: { epic: 'Epic', common: 'Common' },
    type: { utility: 'Utility', weapon: 'Weapon' },
    'loot_tables.type': { monster: 'Monster' },
  })
})

it('a label is in the requested language, or else in English', () => {
  expect(bodyOf('/v2/facets?locale=de')).toMatchObject({ rarity: { epic: 'Episch', common: 'Common' } })
  expect(bodyOf('/v2/facets?locale=fr')).toMatchObject({ rarity: { epic: 'Epic' } })
})

it('counts=true adds the number of rows', () => {
  expect(bodyOf('/v2/facets?counts=true')).toMatchObject({
    rarity: { epic: { label: 'Epic', count: 2 }, common: { label: 'Common', count: 1 } },
  })
})
