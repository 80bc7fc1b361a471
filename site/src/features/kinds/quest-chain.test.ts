import { describe, expect, it } from 'vitest'
import type { RowLookup, Reference, RowSummary } from '../../request/row-lookup.ts'
import { reference, testLookup } from '../../test/test-lookup.ts'
import { questChain, type ChainRun } from './quest-chain.ts'

type Follows = readonly (readonly [quest: string, after: string])[]

const quest = (id: string): RowSummary => ({ id, name: `The Lamp of ${id}`, list: '/quests' })

/** Returns a lookup with the given pairs of quests, of which one opens the other. */
function lookupOf(follows: Follows, more: readonly Reference[] = []): RowLookup {
  const ids = [...new Set(follows.flat())]
  const openedBy = (id: string) =>
    follows.filter(([, after]) => after === id).map(([one]) => reference(quest(one), 'chapter_id'))
  return testLookup({
    summaries: ids.map(quest),
    references: Object.fromEntries(ids.map((id) => [id, [...openedBy(id), ...more]])),
    rows: Object.fromEntries(follows.map(([one, after]) => [one, { chapter_id: after }])),
  })
}

const chainOf = (follows: Follows, id: string) => questChain(lookupOf(follows), id)

/** Returns the quests of a run and its forks in reading order. */
const names = (run: ChainRun | undefined): string[] =>
  run ? [...run.quests.map((one) => one.id), ...run.forks.flatMap(names)] : []

const line = (length: number): Follows =>
  Array.from({ length: length - 1 }, (_, nth) => [`q${nth + 1}`, `q${nth}`] as const)

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
  it('has the same quests for each of its quests, with their steps', () => {
    for (const [nth, id] of ['a', 'b', 'c', 'd'].entries()) {
      const chain = chainOf(straight, id)
      expect(names(chain?.run)).toEqual(['a', 'b', 'c', 'd'])
      expect(chain).toMatchObject({ step: nth + 1, total: 4, omitted: 0 })
    }
  })

  it('is undefined for a quest without others', () => {
    expect(chainOf([['b', 'a']], 'lonely')).toBeUndefined()
    expect(chainOf([], 'a')).toBeUndefined()
  })

  it('ignores other references to a quest', () => {
    const giver = reference({ id: 'm', name: 'Cook', list: '/merchants' }, 'quest_ids')
    expect(names(questChain(lookupOf([['b', 'a']], [giver]), 'a')?.run)).toEqual(['a', 'b'])
  })

  it('forks where a quest opens several', () => {
    const { run, step } = chainOf(forked, 'deep') ?? {}
    expect(step).toBe(3)
    expect(run).toMatchObject({
      quests: [{ id: 'root' }],
      step: 1,
      forks: [
        { quests: [{ id: 'left' }, { id: 'deep' }], step: 2, forks: [] },
        { quests: [{ id: 'right' }], step: 2, forks: [] },
      ],
    })
  })
})

describe('a long chain', () => {
  it.each([
    [0, 'q0', 'q39'],
    [12, 'q0', 'q39'],
    [30, 'q10', 'q49'],
    [50, 'q20', 'q59'],
    [59, 'q20', 'q59'],
  ])('is cut around its quest: step %d of 60 is between %s and %s', (nth, first, last) => {
    const chain = chainOf(line(60), `q${nth}`)
    const displayed = names(chain?.run)
    expect([displayed[0], displayed.at(-1)]).toEqual([first, last])
    expect(displayed).toContain(`q${nth}`)
    expect(chain).toMatchObject({ total: 60, omitted: 20, step: nth + 1, run: { step: Number(first.slice(1)) + 1 } })
  })

  it('includes its quest if there are many forks', () => {
    const ways: Follows = Array.from({ length: 60 }, (_, nth) => [`way${nth}`, 'q45'] as const)
    const chain = chainOf([...line(46), ...ways], 'way57')
    expect(names(chain?.run)).toContain('way57')
    expect(chain).toMatchObject({ total: 106, omitted: 66 })
  })

  it('counts the omitted quests of many forks', () => {
    const steps: Follows = Array.from({ length: 60 }, (_, nth) => [`q${nth + 1}`, 'q0'] as const)
    const chain = chainOf(steps, 'q57')
    expect(names(chain?.run)).toHaveLength(40)
    expect(names(chain?.run)).toContain('q57')
    expect(chain?.omitted).toBe(21)
  })
})

describe('an invalid chain', () => {
  it('contains each quest once if it is cyclic', () => {
    const round: Follows = [
      ['a', 'c'],
      ['b', 'a'],
      ['c', 'b'],
    ]
    for (const id of ['a', 'b', 'c']) {
      const chain = chainOf(round, id)
      expect(names(chain?.run).toSorted()).toEqual(['a', 'b', 'c'])
      expect(chain).toMatchObject({ total: 3, omitted: 0 })
    }
  })
})
