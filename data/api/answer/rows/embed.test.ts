import { describe, expect, it } from 'vitest'
import { rowObject, rowText } from './rows.ts'
import { viewOf, type RowObject } from './row-view.ts'
import { bodyOf, readUrl, resourceNamed, testStore } from '../../test/test-store.ts'
import { embedParam } from './embed.ts'

describe('embed', () => {
  const firstQuest = (query: string) => (bodyOf(`/v2/quests?${query}`) as { rows: RowObject[] }).rows[0]

  it('replaces ids by rows in place and in order, keeping ids without a row', () => {
    expect(firstQuest('embed=quest_reward')?.reward_ids).toEqual([
      expect.objectContaining({ id: 'id.reward.quest_lamplighter_01', entries: [{ type: 'experience', count: 40 }] }),
      'id.reward.lost',
    ])
    expect(firstQuest('embed=quest_contents')?.objectives).toEqual({
      order: 1,
      content_ids: [
        expect.objectContaining({ id: 'id.quest_content.lamplighter_01_1', content_count: 3 }),
        'id.quest_content.lost',
      ],
    })
  })

  it('accepts the name of the column too', () => {
    expect(firstQuest('embed=reward_ids')).toEqual(firstQuest('embed=quest_reward'))
    expect(firstQuest('embed=reward_ids,quest_reward')).toEqual(firstQuest('embed=quest_reward'))
  })

  it('goes one level deep', () => {
    const rows = (bodyOf('/v2/quests?embed=chapter_id') as { rows: { chapter_id: RowObject }[] }).rows
    expect(rows[1]?.chapter_id).toMatchObject({
      id: 'id.quest.lamplighter_01',
      reward_ids: ['id.reward.quest_lamplighter_01', 'id.reward.lost'],
    })
  })

  it.each(['', '&locale=de', '&condense=false', '&fields=id,name'])(
    'adds rows of another resource, in the text of an answer as in its rows%s',
    (more) => {
      const [store, monsters] = [testStore(), resourceNamed('monsters')]
      const view = viewOf(readUrl(`/v2/monsters?embed=abilities,abilities${more}`), store)
      const rows = store.all(monsters, view.scope)
      const objects = rows.map((row) => rowObject(monsters, row, view))
      expect(rows.map((row) => rowText(monsters, row, view))).toEqual(objects.map((row) => JSON.stringify(row)))
      expect(objects.flatMap(({ abilities = [] }) => abilities as RowObject[]).length > 0).toBe(
        !more.includes('fields'),
      )
    },
  )

  it('rejects an unknown field and lists the known ones', () => {
    expect(() => bodyOf('/v2/quests?embed=title')).toThrow('Not valid: embed.')
    expect(() => bodyOf('/v2/items?embed=archetype')).toThrow('Not valid: embed.')
  })
})

it.each([
  ['perks', 'classes, abilities'],
  ['skills', 'classes, abilities'],
  ['quests', 'chapter_id, objectives, quest_contents, reward_ids, quest_reward'],
  ['classes', 'abilities, perks'],
  ['merchants', undefined],
  ['items', undefined],
  ['monsters', 'abilities'],
  ['loot_tables', 'entries'],
])('%s can embed %s', (name, fields) => {
  const refusal = embedParam(resourceNamed(name)).embed?.codec.read('?') as { allowed?: string[] } | undefined
  expect(refusal?.allowed?.join(', ')).toBe(fields)
})
