import { describe, expect, it } from 'vitest'
import { questGiverId, objectivesOf, rewardsOf } from './quest.ts'

const kill = { id: 'id.quest_content.a_1', content_type: 'kill' }
const gold = { type: 'item', count: 3, item_id: 'id.item.penny' }

describe('a quest', () => {
  it('has the same objectives in a list and on its own, including those without a row', () => {
    expect(objectivesOf({ objectives: { order: 1, content_ids: [kill, 'id.quest_content.a_2'] } })).toEqual([
      kill,
      { id: 'id.quest_content.a_2' },
    ])
    expect(objectivesOf({ objectives: [kill] })).toEqual([kill])
    expect(objectivesOf({})).toEqual([])
  })

  it('lists the ids of rewards without a row', () => {
    const there = { id: 'id.reward.a', entries: [gold, { type: 'none' }] }
    expect(rewardsOf({ reward_ids: [there, 'id.reward.b'] })).toEqual({ entries: [gold], missing: ['id.reward.b'] })
    expect(rewardsOf({ rewards: [there, { id: 'id.reward.b' }] }).missing).toEqual(['id.reward.b'])
  })

  it('belongs to the merchant of its archetype', () => {
    expect(questGiverId({ archetype: 'id.quest.apothecary' })).toBe('id.merchant.apothecary')
  })
})
