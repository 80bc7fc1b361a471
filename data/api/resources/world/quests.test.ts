import { describe, expect, it } from 'vitest'
import type { RowObject } from '../../answer/rows/row-view.ts'
import { bodyOf, endpointOf, schemaOf, testStore } from '../../test/test-store.ts'
import { sampleRows } from '../../test/test-world.ts'

const quest = (id: string, query = '', rows: Record<string, RowObject[]> = {}) =>
  bodyOf(`/v2/quests/${id}${query}`, testStore({ rows: { ...sampleRows, ...rows } })) as RowObject

describe('a single quest', () => {
  it('has no envelope, and its objectives and rewards are resolved; those without a row are ids', () => {
    expect(quest('id.quest.lamplighter_01')).toEqual({
      id: 'id.quest.lamplighter_01',
      source_key: 'Id_Quest_Lamplighter_01',
      archetype: 'id.quest.lamplighter',
      title: 'The First Lamp',
      order: 1,
      objectives: [
        { id: 'id.quest_content.lamplighter_01_1', content_type: 'kill', content_count: 3, target_kind: 'monster' },
        { id: 'id.quest_content.lost' },
      ],
      rewards: [
        { id: 'id.reward.quest_lamplighter_01', entries: [{ type: 'experience', count: 40 }] },
        { id: 'id.reward.lost' },
      ],
      min_adventure_rank: 3,
      is_repeatable: false,
      is_daily: false,
      patch_version: '1.0.0.2101',
    })
  })

  it('matches its schema, whatever ids it names', () => {
    const objectives = { content_ids: ['Kill_3_Rats', 'id.quest_content.lost'] }
    const quests = [{ id: 'id.quest.lamplighter_03', objectives, reward_ids: ['Reward 7'] }]
    const found = quest('id.quest.lamplighter_03', '', { quests })
    expect(found).toMatchObject({ objectives: [{ id: 'Kill_3_Rats' }, {}], rewards: [{ id: 'Reward 7' }] })
    expect(() => schemaOf(endpointOf('quests.single')).parse(found)).not.toThrow()
  })

  it('is found by its raw key', () => {
    expect(quest('Id_Quest_Lamplighter_01').id).toBe('id.quest.lamplighter_01')
  })

  it('has empty lists if it names nothing', () => {
    expect(quest('id.quest.lamplighter_02')).toMatchObject({ objectives: [], rewards: [] })
  })

  it('has its own order rather than that of its objectives', () => {
    const quests = [{ id: 'id.quest.lamplighter_03', order: 9, objectives: { order: 2, content_ids: [] } }]
    expect(quest('id.quest.lamplighter_03', '', { quests }).order).toBe(9)
  })

  it('has no null unless every column is asked for', () => {
    const quests = [{ id: 'id.quest.lamplighter_03', objectives: { order: null, content_ids: null } }]
    expect(Object.values(quest('id.quest.lamplighter_03', '', { quests }))).not.toContain(null)
    expect(quest('id.quest.lamplighter_03', '?condense=false', { quests })).toMatchObject({
      order: null,
      chapter_id: null,
      min_adventure_rank: null,
      is_daily: null,
      objectives: [],
      rewards: [],
    })
  })

  it('embeds the quest before it', () => {
    expect(quest('id.quest.lamplighter_02', '?embed=chapter_id').chapter_id).toMatchObject({
      id: 'id.quest.lamplighter_01',
      title: 'The First Lamp',
    })
  })

  it('resolves texts in the requested language, English by default', () => {
    expect(quest('id.quest.lamplighter_01', '?locale=fr').title).toBe('The First Lamp')
    expect(quest('id.quest.lamplighter_02').title).toBe('The Second Lamp')
  })
})

it('a listed quest has its objectives and rewards as references', () => {
  const { rows } = bodyOf('/v2/quests') as { rows: RowObject[] }
  expect(rows[0]).toMatchObject({
    objectives: { order: 1, content_ids: ['id.quest_content.lamplighter_01_1', 'id.quest_content.lost'] },
    reward_ids: ['id.reward.quest_lamplighter_01', 'id.reward.lost'],
  })
})
