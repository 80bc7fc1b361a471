import { describe, expect, it } from 'vitest'
import * as column from '../../../api/model/columns.ts'
import { diffRows } from './diff-rows.ts'
import { jsonValue } from '../../../api/model/schemas.ts'

const columns = {
  id: column.id('loot_table'),
  place: column.object(),
  tags: column.strings(),
  entries: column.list(jsonValue, ['item_id', 'tier']),
}

describe('the difference of two rows', () => {
  it.each([
    ['a value', { gear_score: 1 }, { gear_score: 2 }, [['gear_score', 1, 2]]],
    ['a value that came', {}, { gear_score: 0 }, [['gear_score', null, 0]]],
    ['a value that went', { gear_score: 0 }, {}, [['gear_score', 0, null]]],
    ['a value of which every object has the name', {}, { toString: 1 }, [['toString', null, 1]]],
    [
      'such a value inside an object',
      { place: { x: 1, constructor: 2 } },
      { place: { x: 1 } },
      [['place.constructor', 2, null]],
    ],
    ['the inside of an object', { place: { x: 1, y: 2 } }, { place: { x: 1, y: 3 } }, [['place.y', 2, 3]]],
    ['the order of an object', { place: { x: 1, y: 2 } }, { place: { y: 2, x: 1 } }, []],
    ['a list of texts', { tags: ['a'] }, { tags: ['a', 'b'] }, [['tags', ['a'], ['a', 'b']]]],
    [
      'an element, told by its identity',
      { entries: [{ item_id: 'a', tier: 'rare', weight: 1 }, { item_id: 'b' }] },
      { entries: [{ item_id: 'b' }, { item_id: 'a', tier: 'rare', weight: 2 }] },
      [['entries[a|rare].weight', 1, 2]],
    ],
    [
      'an element whose identity is the name of what every object has',
      { entries: [{ item_id: 'constructor' }, { item_id: '__proto__' }] },
      { entries: [{ item_id: 'a' }] },
      [
        ['entries[constructor]', { item_id: 'constructor' }, null],
        ['entries[__proto__]', { item_id: '__proto__' }, null],
        ['entries[a]', null, { item_id: 'a' }],
      ],
    ],
    [
      'a second element of one identity',
      { entries: [{ item_id: 'a' }] },
      { entries: [{ item_id: 'a' }, { item_id: 'a' }] },
      [['entries[a#2]', null, { item_id: 'a' }]],
    ],
  ])('%s', (_what, before, after, found) => {
    expect(diffRows(columns, before, after)).toEqual(found.map(([path, was, is]) => ({ path, before: was, after: is })))
  })
})
