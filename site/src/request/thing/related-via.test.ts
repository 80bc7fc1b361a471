import { describe, expect, it } from 'vitest'
import { reference, testLookup } from '../../test/test-lookup.ts'
import type { RowSummary } from '../row-lookup.ts'
import { relatedVia } from './related-via.ts'

const summary = (list: string, id: string): RowSummary => ({ id, name: id, list })
const [fen, quarry] = ['id.map.fen', 'id.map.quarry']
const [wight, moth] = ['id.monster.wight', 'id.monster.moth']
const mentions: Readonly<Record<string, readonly string[]>> = {
  'id.spawner.fen_1': [fen, wight, wight],
  'id.spawner.fen_2': [fen, moth],
  'id.spawner.quarry_1': [quarry, moth],
  'id.quest.hunt': [moth, fen],
}
const ids = [fen, quarry, wight, moth]
const lookup = testLookup({
  summaries: ids.map((id) => summary(id.startsWith('id.map') ? '/maps' : '/monsters', id)),
  references: Object.fromEntries(
    ids.map((id) => [
      id,
      Object.entries(mentions).flatMap(([from, held]) =>
        held.includes(id)
          ? [reference(summary(from === 'id.quest.hunt' ? '/quests' : '/spawners', from), 'held', { id: from, held })]
          : [],
      ),
    ]),
  ),
})
const from = (id: string, via: string, to: string) => relatedVia(lookup, id, via, to).map((one) => one.id)

describe('rows related through another list', () => {
  it('are mentioned by the same rows, each once, in both directions', () => {
    expect(from(fen, '/spawners', '/monsters')).toEqual([moth, wight])
    expect(from(moth, '/spawners', '/maps')).toEqual([fen, quarry])
    expect(from(wight, '/spawners', '/maps')).toEqual([fen])
  })

  it('are found only through that list', () => {
    expect(from(fen, '/quests', '/monsters')).toEqual([moth])
    expect(from(fen, '/merchants', '/monsters')).toEqual([])
    expect(from('nowhere', '/spawners', '/monsters')).toEqual([])
  })
})
