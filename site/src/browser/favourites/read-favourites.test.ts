import { describe, expect, it } from 'vitest'
import type { Favourite } from './favourites.ts'
import { batchesOf, readBatch } from './read-favourites.ts'

const favourite = (list: string, id: string): Favourite => ({ list, id, name: id })
const batch = { list: '/items', ids: ['sword', 'bow'] }
const answered = (status: number, json: unknown) => (target: string) =>
  Promise.resolve({ status, target, headers: {}, json })

describe('favourites from the API', () => {
  it('are requested by list, a hundred ids at a time', () => {
    const items = Array.from({ length: 101 }, (_, at) => favourite('/items', `item_${at}`))
    const batches = batchesOf([favourite('/quests', 'errand'), ...items, favourite('/quests', 'hunt')])
    expect(batches.map(({ list, ids }) => [list, ids.length])).toEqual([
      ['/quests', 2],
      ['/items', 100],
      ['/items', 1],
    ])
  })

  it('are rows, or gone if the response lists their id as missing', async () => {
    const bow = { id: 'bow', name: 'Bow' }
    const targets: string[] = []
    const found = await readBatch(
      (target) => {
        targets.push(target)
        return answered(200, { body: [bow], missing: ['sword'] })(target)
      },
      batch,
      'de',
    )
    expect(targets).toEqual(['/v2/items?ids=sword%2Cbow&limit=100&locale=de'])
    expect(Object.fromEntries(found)).toEqual({ bow, sword: 'gone' })
  })

  it.each([
    [404, 'gone'],
    [429, 'failed'],
    [503, 'failed'],
  ])('are, after a response with status %i, all %s', async (status, word) => {
    const found = await readBatch(answered(status, {}), batch, 'en')
    expect(Object.fromEntries(found)).toEqual({ sword: word, bow: word })
  })
})
