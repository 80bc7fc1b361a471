import { describe, expect, it } from 'vitest'
import { isKept, maxFavourites, readFavourites, toggled, without, type Favourite } from './favourites.ts'

const sword: Favourite = { id: 'id.item.sword_1001', list: '/items', name: 'Sword' }
const wight: Favourite = { id: 'id.monster.wight', list: '/monsters', name: 'Wight' }

describe('favourites', () => {
  it('come newest first and go when they are chosen again', () => {
    const both = toggled(toggled([], sword), wight)
    expect(both).toEqual([wight, sword])
    expect(isKept(both, sword)).toBe(true)
    expect(toggled(both, sword)).toEqual([wight])
    expect(isKept([wight], sword)).toBe(false)
  })

  it('are told apart by list and id', () => {
    const other = { ...sword, list: '/loot-tables' }
    expect(toggled([sword], other)).toEqual([other, sword])
  })

  it('stay without one that is removed twice', () => {
    expect(without(without([wight, sword], sword), sword)).toEqual([wight])
    expect(without([sword], { ...sword, list: '/loot-tables' })).toEqual([sword])
  })

  it('are so many at most: the oldest goes', () => {
    let all: readonly Favourite[] = []
    for (let nth = 0; nth <= maxFavourites; nth += 1) all = toggled(all, { ...sword, id: `id.item.sword_${nth}` })
    expect(all).toHaveLength(maxFavourites)
    expect(all[0]?.id).toBe(`id.item.sword_${maxFavourites}`)
  })

  it('survive what is written down and read again', () => {
    expect(readFavourites(JSON.stringify([wight, sword]))).toEqual([wight, sword])
  })

  it.each([null, '', '{', '{}', '"x"', 'null', '[null, 1, "x", {}]'])(
    'are none where nothing valid was kept: %s',
    (text) => {
      expect(readFavourites(text)).toEqual([])
    },
  )

  it('hold no address of elsewhere', () => {
    const odd = [
      { ...sword, list: '//evil.example' },
      { ...sword, list: 'javascript:alert(1)' },
      { ...sword, id: '../../account' },
      { ...sword, name: 7 },
      { ...sword, lang: '"><b>' },
    ]
    expect(readFavourites(JSON.stringify([...odd, sword]))).toEqual([sword])
  })
})
