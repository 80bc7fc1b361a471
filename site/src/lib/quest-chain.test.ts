import { describe, expect, it } from 'vitest'
import type { Ledger, Mention, Thing } from './ledger.ts'
import { questChain, type ChainBox } from './quest-chain.ts'

type Follows = readonly (readonly [quest: string, after: string])[]

const quest = (id: string): Thing => ({ id, name: `The Lamp of ${id}`, list: '/quests' })

/** A ledger in which each quest opens when the other is done. */
function ledgerOf(follows: Follows, more: readonly Mention[] = []): Ledger {
  const ids = [...new Set(follows.flat())]
  const things = ids.map(quest)
  const openedBy = (id: string): Mention[] =>
    follows.filter(([, after]) => after === id).map(([one]) => ({ from: quest(one), column: 'chapter_id', within: {} }))
  const ledger: Partial<Ledger> = {
    things: new Map(things.map((one) => [one.id, one])),
    byList: new Map([['/quests', things]]),
    mentions: new Map(ids.map((id) => [id, [...openedBy(id), ...more]])),
  }
  return ledger as Ledger
}

const boxesOf = (follows: Follows, id: string) => questChain(ledgerOf(follows), id)?.boxes ?? []
const names = (boxes: readonly ChainBox[]) => boxes.map(({ thing }) => thing.id)
const column = (boxes: readonly ChainBox[], id: string) => boxes.find(({ thing }) => thing.id === id)?.x
const row = (boxes: readonly ChainBox[], id: string) => boxes.find(({ thing }) => thing.id === id)?.y

const straight: Follows = [
  ['b', 'a'],
  ['c', 'b'],
  ['d', 'c'],
]
const forked: Follows = [
  ['left', 'root'],
  ['right', 'root'],
  ['deep', 'left'],
]

describe('the chain of a quest', () => {
  it('is the same picture for each quest of it', () => {
    for (const id of ['a', 'b', 'c', 'd']) expect(names(boxesOf(straight, id))).toEqual(['a', 'b', 'c', 'd'])
  })

  it('is none for a quest by itself', () => {
    expect(questChain(ledgerOf([['b', 'a']]), 'lonely')).toBeUndefined()
    expect(questChain(ledgerOf([]), 'a')).toBeUndefined()
  })

  it('goes by what comes before, not by what else mentions a quest', () => {
    const giver: Mention = { from: { id: 'm', name: 'Cook', list: '/merchants' }, column: 'quest_ids', within: {} }
    const picture = questChain(ledgerOf([['b', 'a']], [giver]), 'a')
    expect(names(picture?.boxes ?? [])).toEqual(['a', 'b'])
  })
})

describe('the picture', () => {
  it('has a column for each step, and a row for each way', () => {
    const boxes = boxesOf(forked, 'deep')
    expect(new Set(boxes.map(({ x }) => x)).size).toBe(3)
    expect(column(boxes, 'left')).toBe(column(boxes, 'right'))
    expect(row(boxes, 'left')).toBe(row(boxes, 'root'))
    expect(row(boxes, 'right')).toBeGreaterThan(row(boxes, 'left') ?? Infinity)
  })

  it('lays no box on another, and all of them inside', () => {
    const picture = questChain(ledgerOf(forked), 'root')
    if (!picture) throw new Error('There is no picture')
    const { boxes, width, height, boxWidth, boxHeight } = picture
    for (const one of boxes) {
      expect(one.x + boxWidth).toBeLessThan(width)
      expect(one.y + boxHeight).toBeLessThan(height)
      for (const other of boxes)
        if (other !== one)
          expect(Math.abs(one.x - other.x) >= boxWidth || Math.abs(one.y - other.y) >= boxHeight).toBe(true)
    }
  })

  it('has a link from the right edge of each quest to the left edge of what it opens', () => {
    const picture = questChain(ledgerOf([['b', 'a']]), 'a')
    const [a, b] = picture?.boxes ?? []
    if (!picture || !a || !b) throw new Error('There is no picture')
    expect(picture.links).toHaveLength(1)
    const [from, to] = [/^M(\d+) /, / (\d+) \d+$/].map((end) => Number(end.exec(picture.links[0] ?? '')?.[1]))
    expect([from, to]).toEqual([a.x + picture.boxWidth, b.x])
    expect(questChain(ledgerOf(forked), 'root')?.links).toHaveLength(3)
  })

  it('cuts long names, not the things', () => {
    const [first] = boxesOf([['a_very_long_way_through_the_fen', 'a']], 'a').slice(1)
    expect(first?.label).toMatch(/^The Lamp of .*…$/)
    expect(first?.label).toHaveLength(24)
    expect(first?.thing.name).toContain('through_the_fen')
  })
})

describe('a chain that somebody got wrong', () => {
  it('is drawn once where it goes round', () => {
    const round: Follows = [
      ['a', 'c'],
      ['b', 'a'],
      ['c', 'b'],
    ]
    for (const id of ['a', 'b', 'c']) expect(names(boxesOf(round, id)).toSorted()).toEqual(['a', 'b', 'c'])
  })

  it('is cut where it is too long, and says by how much', () => {
    const steps: Follows = Array.from({ length: 60 }, (_, nth) => [`q${nth + 1}`, 'q0'] as const)
    const picture = questChain(ledgerOf(steps), 'q7')
    expect(picture?.boxes).toHaveLength(40)
    expect(picture?.left).toBe(21)
  })
})
