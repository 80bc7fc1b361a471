import { expect, it } from 'vitest'
import { classOf, gearOf } from './class-slugs.ts'
import { testLookup } from '../../test/test-lookup.ts'

const warden = { id: 'id.player_character.warden', name: 'Warden', list: '/classes' }
const lookup = testLookup({ summaries: [warden] })

it('the required class of an item is found by its slug', () => {
  expect(classOf(lookup, 'warden')).toBe(warden)
  expect(classOf(lookup, 'war')).toBeUndefined()
  expect(classOf(testLookup({}), 'warden')).toBeUndefined()
})

it('the items of a class are counted by the facets', () => {
  const facets = { required_class: { warden: { label: 'Warden', count: 537 }, hexer: { label: 'Hexer', count: 0 } } }
  expect(gearOf({ id: warden.id, facets })).toEqual({ slug: 'warden', count: 537 })
  expect(gearOf({ id: 'id.player_character.hexer', facets })).toBeUndefined()
  expect(gearOf({ id: 'id.player_character.duelist', facets })).toBeUndefined()
})
