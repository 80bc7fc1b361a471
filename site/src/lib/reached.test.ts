import { describe, expect, it } from 'vitest'
import type { Ledger, Mention, Thing } from './ledger.ts'
import { reached } from './reached.ts'

const thing = (list: string, id: string): Thing => ({ id, name: id, list })
const [fen, quarry] = [thing('/maps', 'fen'), thing('/maps', 'quarry')]
const [wight, moth] = [thing('/monsters', 'wight'), thing('/monsters', 'moth')]
const spawner = (id: string): Mention => ({ from: thing('/spawners', id), column: 'map_id', within: {} })
const quest: Mention = { from: thing('/quests', 'hunt'), column: 'objectives', within: {} }

const ledger: Partial<Ledger> = {
  byList: new Map([
    ['/maps', [fen, quarry]],
    ['/monsters', [wight, moth]],
  ]),
  mentions: new Map([
    ['fen', [spawner('fen_1'), spawner('fen_2'), quest]],
    ['quarry', [spawner('quarry_1')]],
    ['wight', [spawner('fen_1'), spawner('fen_1')]],
    ['moth', [spawner('fen_2'), spawner('quarry_1'), quest]],
  ]),
}
const from = (id: string, via: string, to: string) => reached(ledger as Ledger, id, via, to).map((one) => one.id)

describe('what a thing leads to', () => {
  it('is what the same things mention, each once, both ways', () => {
    expect(from('fen', '/spawners', '/monsters')).toEqual(['wight', 'moth'])
    expect(from('moth', '/spawners', '/maps')).toEqual(['fen', 'quarry'])
    expect(from('wight', '/spawners', '/maps')).toEqual(['fen'])
  })

  it('goes by things of that list alone', () => {
    expect(from('fen', '/quests', '/monsters')).toEqual(['moth'])
    expect(from('fen', '/merchants', '/monsters')).toEqual([])
    expect(from('nowhere', '/spawners', '/monsters')).toEqual([])
  })
})
