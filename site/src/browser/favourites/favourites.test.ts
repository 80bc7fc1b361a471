import { describe, expect, it } from 'vitest'
import {
  isFavourite,
  maxFavourites,
  readFavourites,
  toggleFavourite,
  withoutFavourite,
  type Favourite,
} from './favourites.ts'

const sword: Favourite = { id: 'id.item.sword_1001', list: '/items', name: 'Sword' }
const wight: Favourite = { id: 'id.monster.wight', list: '/monsters', name: 'Wight' }

describe('favourites', () => {
  it('are listed newest first and removed when they are toggled again', () => {
    const both = toggleFavourite(toggleFavourite([], sword), wight)
    expect(both).toEqual([wight, sword])
    expect(isFavourite(both, sword)).toBe(true)
    expect(toggleFavourite(both, sword)).toEqual([wight])
    expect(isFavourite([wight], sword)).toBe(false)
  })

  it('are identified by list and id', () => {
    const other = { ...sword, list: '/loot-tables' }
    expect(toggleFavourite([sword], other)).toEqual([other, sword])
  })

  it('are unchanged when one is removed that is not among them', () => {
    expect(withoutFavourite(withoutFavourite([wight, sword], sword), sword)).toEqual([wight])
    expect(withoutFavourite([sword], { ...sword, list: '/loot-tables' })).toEqual([sword])
  })

  it('lose the oldest beyond the maximum', () => {
    let all: readonly Favourite[] = []
    for (let nth = 0; nth <= maxFavourites; nth += 1)
      all = toggleFavourite(all, { ...sword, id: `id.item.sword_${nth}` })
    expect(all).toHaveLength(maxFavourites)
    expect(all[0]?.id).toBe(`id.item.sword_${maxFavourites}`)
  })

  it('are parsed from the text that was stored', () => {
    expect(readFavourites(JSON.stringify([wight, sword]))).toEqual([wight, sword])
  })

  it.each([null, '', '{', '{}', '"x"', 'null', '[null, 1, "x", {}]'])(
    'are empty if nothing valid was stored: %s',
    (text) => {
      expect(readFavourites(text)).toEqual([])
    },
  )

  it('omit entries with unsafe paths, ids, names or languages', () => {
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
