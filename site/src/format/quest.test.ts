import { describe, expect, it } from 'vitest'
import { giverOf, objectivesOf, rewardsOf } from './quest.ts'

const kill = { id: 'id.quest_content.a_1', content_type: 'kill' }
const gold = { type: 'item', count: 3, item_id: 'id.item.penny' }

describe('a quest', () => {
  it('has its objectives in a list as on its own, also those that the patch has no row of', () => {
    expect(objectivesOf({ objectives: { order: 1, content_ids: [kill, 'id.quest_content.a_2'] } })).toEqual([
      kill,
      { id: 'id.quest_content.a_2' },
    ])
    expect(objectivesOf({ objectives: [kill] })).toEqual([kill])
    expect(objectivesOf({})).toEqual([])
  })

  it('names the rewards that the patch has no row of', () => {
    const there = { id: 'id.reward.a', entries: [gold, { type: 'none' }] }
    expect(rewardsOf({ reward_ids: [there, 'id.reward.b'] })).toEqual({ entries: [gold], missing: ['id.reward.b'] })
    expect(rewardsOf({ rewards: [there, { id: 'id.reward.b' }] }).missing).toEqual(['id.reward.b'])
  })

  it('is of the merchant of its archetype', () => {
    expect(giverOf({ archetype: 'id.quest.apothecary' })).toBe('id.merchant.apothecary')
  })
})
