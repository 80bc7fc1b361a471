import { expect, it } from 'vitest'
import { itemNames } from './item-names.ts'
import { answerTo, bodyOf, testStore } from '../../test/test-store.ts'

const items = ['1001', '2001', '3001'].map((rank, at) => ({
  id: `id.item.moss_${rank}`,
  name: 'Reach_Item_Mossbread_Name',
  rarity: ['poor', 'common', undefined][at],
  ...(at > 0 && { icon_url: '/v1/codex/assets/ab' }),
}))
const store = testStore({ rows: { items: [...items, { id: 'id.item.bare', icon_url: '/v1/codex/assets/cd' }] } })

it('names every item compactly, and each icon once', () => {
  expect(bodyOf('/v2/items/names', store)).toEqual({
    labels: {
      rarity: { epic: 'Epic', common: 'Common' },
      slot_type: {},
      armor_type: {},
      required_class: {},
    },
    icons: ['/v1/codex/assets/cd', '/v1/codex/assets/ab'],
    items: {
      bare: ['id.item.bare', null, 0],
      moss_1001: ['Mossbread', 'poor'],
      moss_2001: ['Mossbread', 'common', 1],
      moss_3001: ['Mossbread', null, 1],
    },
  })
})

it('is in the requested language, and matches its schema', () => {
  const body = bodyOf('/v2/items/names?locale=de', store)
  expect(body).toMatchObject({ items: { moss_1001: ['Moosbrot', 'poor'] }, labels: { rarity: { epic: 'Episch' } } })
  expect(itemNames.schema.safeParse(body).error).toBeUndefined()
})

it('is no item called names', () => {
  expect(answerTo('/v2/items/names?patch=2', store).headers['x-patch-id']).toBe('2')
})

it('reads the same patch as a tooltip with the same version and branch', () => {
  const patchOf = (query: string) => answerTo(`/v2/items/names?${query}`, store).headers['x-patch-version']
  const ofTooltip = (query: string) =>
    answerTo(`/v2/items/id.item.moss_1001/tooltip?${query}`, store).headers['x-patch-version']
  const versions = {
    'branch=ptr': '1.2.0.2230-ptr',
    'at_patch=1.1.0.2188': '1.1.0.2188',
    'branch=ptr&at_patch=1.1.0.2188': '1.1.0.2188',
  }
  for (const [query, version] of Object.entries(versions))
    expect([patchOf(query), ofTooltip(query)], query).toEqual([version, version])
})
