import { describe, expect, it } from 'vitest'
import type { RowLookup, Reference, RowSummary } from '../../request/row-lookup.ts'
import { reference, testLookup } from '../../test/test-lookup.ts'
import { questChain, type ChainRun } from './quest-chain.ts'

type Follows = readonly (readonly [quest: string, after: string])[]

const quest = (id: string): RowSummary => ({ id, name: `The Lamp of ${id}`, list: '/quests' })

/** A lookup in which each quest opens when the other is done. */
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

/** Its quests in the order in which they are read. */
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
  it('has the same quests for each quest of it, and says which step each is', () => {
    for (const [nth, id] of ['a', 'b', 'c', 'd'].entries()) {
      const chain = chainOf(straight, id)
      expect(names(chain?.run)).toEqual(['a', 'b', 'c', 'd'])
      expect(chain).toMatchObject({ step: nth + 1, total: 4, left: 0 })
    }
  })

  it('is none for a quest by itself', () => {
    expect(chainOf([['b', 'a']], 'lonely')).toBeUndefined()
    expect(chainOf([], 'a')).toBeUndefined()
  })

  it('goes by what comes before, not by what else mentions a quest', () => {
    const giver = reference({ id: 'm', name: 'Cook', list: '/merchants' }, 'quest_ids')
    expect(names(questChain(lookupOf([['b', 'a']], [giver]), 'a')?.run)).toEqual(['a', 'b'])
  })

  it('parts where a quest opens several, each way with its own steps', () => {
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
  ])('is cut round its quest: step %d of 60 stands between %s and %s', (nth, first, last) => {
    const chain = chainOf(line(60), `q${nth}`)
    const displayed = names(chain?.run)
    expect([displayed[0], displayed.at(-1)]).toEqual([first, last])
    expect(displayed).toContain(`q${nth}`)
    expect(chain).toMatchObject({ total: 60, left: 20, step: nth + 1, run: { step: Number(first.slice(1)) + 1 } })
  })

  it('shows its quest among many ways', () => {
    const ways: Follows = Array.from({ length: 60 }, (_, nth) => [`way${nth}`, 'q45'] as const)
    const chain = chainOf([...line(46), ...ways], 'way57')
    expect(names(chain?.run)).toContain('way57')
    expect(chain).toMatchObject({ total: 106, left: 66 })
  })

  it('says by how much a fan of quests is cut', () => {
    const steps: Follows = Array.from({ length: 60 }, (_, nth) => [`q${nth + 1}`, 'q0'] as const)
    const chain = chainOf(steps, 'q57')
    expect(names(chain?.run)).toHaveLength(40)
    expect(names(chain?.run)).toContain('q57')
    expect(chain?.left).toBe(21)
  })
})

describe('a chain that somebody got wrong', () => {
  it('is reported once where it goes round', () => {
    const round: Follows = [
      ['a', 'c'],
      ['b', 'a'],
      ['c', 'b'],
    ]
    for (const id of ['a', 'b', 'c']) {
      const chain = chainOf(round, id)
      expect(names(chain?.run).toSorted()).toEqual(['a', 'b', 'c'])
      expect(chain).toMatchObject({ total: 3, left: 0 })
    }
  })
})
