import { describe, expect, it } from 'vitest'
import { costOf, recipeOf } from './recipe.ts'

const payload = {
  materials: [{ item_id: 'ash', count: 4 }, { item_id: 'ember' }, {}, null, 'ash'],
  output: [{ item_id: 'lamp', count: 1 }],
  requirements: { gold: 95 },
}

describe('a recipe', () => {
  it('has materials, output and the fee of the workshop', () => {
    expect(recipeOf({ payload })).toEqual({
      materials: [
        { id: 'ash', count: 4 },
        { id: 'ember', count: 1 },
      ],
      output: [{ id: 'lamp', count: 1 }],
      gold: 95,
    })
    expect(recipeOf({})).toEqual({ materials: [], output: [], gold: 0 })
  })

  it('costs as much as its materials if each has a price', () => {
    const { materials } = recipeOf({ payload })
    const prices = new Map([
      ['ash', 2],
      ['ember', 10],
    ])
    expect(costOf(materials, (id) => prices.get(id))).toBe(18)
    expect(costOf(materials, (id) => (id === 'ash' ? 2 : undefined))).toBeUndefined()
    expect(costOf([], () => undefined)).toBe(0)
  })
})
