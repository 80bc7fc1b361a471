import { describe, expect, it } from 'vitest'
import { bodyOf } from '../test/test-store.ts'

describe('the history of a row', () => {
  const historyOf = (path: string) => (bodyOf(`/v2/${path}`) as { body: { history: object[] } }).body.history

  it('begins with the oldest patch that has it, and ends with the last change', () => {
    expect(bodyOf('/v2/items/Id_Item_EmberLantern_5001/history')).toEqual({
      body: {
        id: 'id.item.ember_lantern_5001',
        history: [
          { patch_id: 1, version: '1.0.0.2101', change: 'added', fields: [] },
          {
            patch_id: 2,
            version: '1.1.0.2188',
            change: 'changed',
            fields: [{ path: 'gear_score', before: 34, after: 38 }],
          },
        ],
      },
    })
  })

  it('follows the parents of a branch', () => {
    expect(historyOf('items/id.item.ember_lantern_5001/history?branch=ptr')).toHaveLength(2)
  })

  it('of a row that never changed has only its first patch', () => {
    expect(historyOf('items/id.item.gloam_blade_5001/history')).toEqual([
      { patch_id: 1, version: '1.0.0.2101', change: 'added', fields: [] },
    ])
  })

  it.each([
    [
      'items/id.item.lost/history',
      'ever had the id "id.item.lost" on main. /v2/items lists the ids; /v2/search finds what has a name.',
    ],
    ['items/id.item.ember_lantern_5001/history?branch=live', 'The branch "live" has no patches.'],
    ['items/id.item.ember_lantern_5001/history?patch=1', 'Not valid: patch.'],
  ])('%s: %s', (path, problem) => {
    expect(() => historyOf(path)).toThrow(problem)
  })
})
