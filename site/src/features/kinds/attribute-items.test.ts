import { expect, it } from 'vitest'
import { attributeGroups } from './attribute-items.ts'
import { inEnglish } from '../../messages/catalogs.ts'

const ring = { archetype: 'id.item.starless_ring' }

it('attributeGroups groups items by archetype, with the range of each rarity, highest first', async () => {
  const groups = await attributeGroups(
    [
      { id: 'id.item.starless_ring_2001', ...ring, primary_min_might: 1, primary_max_might: 1 },
      { id: 'id.item.moth_cowl_1001', secondary_min_might: 2, secondary_max_might: 4 },
      { id: 'id.item.starless_ring_6001', ...ring, primary_min_might: 4, primary_max_might: 6, primary_max_luck: 99 },
    ],
    'might',
    { field: 'might', name: 'Might', format: 'flat', decimals: 0 },
    inEnglish,
  )
  expect(
    groups.map(({ archetype, items }) => [
      archetype,
      ...items.map((item) => [item.row.id, item.primary, item.secondary]),
    ]),
  ).toEqual([
    [
      'id.item.starless_ring',
      ['id.item.starless_ring_6001', '4 to 6', undefined],
      ['id.item.starless_ring_2001', '1', undefined],
    ],
    ['id.item.moth_cowl_1001', ['id.item.moth_cowl_1001', undefined, '2 to 4']],
  ])
})
