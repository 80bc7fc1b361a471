import { describe, expect, it } from 'vitest'
import type { ListedRow, NegativeControl, Rig } from './fault-row.ts'
import { hasHeld, runRow } from './run-rows.ts'

function rowWith(negativeControl: Pick<NegativeControl, 'finds' | 'run'>): ListedRow {
  return {
    ...{ numbers: [1], title: 'a row', mustHold: 'all', everyChange: false, needs: {}, amount: { short: 1, long: 1 } },
    load: () =>
      Promise.resolve({
        run: (rig) => Promise.resolve(rig.check(true, '')),
        negativeControl: { what: 'a control', amount: 20, ...negativeControl },
      }),
  }
}

/** Each injection has one of the problems, in turn. */
const showing =
  (...problems: readonly string[]) =>
  (rig: Rig): Promise<void> => {
    for (let nth = 0; nth < rig.amount; nth += 1) rig.check(false, problems[nth % problems.length] ?? '')
    return Promise.resolve()
  }

const run = (row: ListedRow) => runRow(row, { seed: 1, amount: 1 })

describe('a negative control', () => {
  it('is found by the check that the row is about', async () => {
    const result = await run(rowWith({ finds: [/it is stale/], run: showing('item 7: it is stale') }))
    expect([result.negativeControl, hasHeld(result)]).toEqual(['found', true])
  })

  it('passes where another check finds it', async () => {
    const result = await run(rowWith({ finds: [/it is stale/], run: showing('the program ended with 1') }))
    expect([result.negativeControl, hasHeld(result)]).toEqual(['passed', false])
  })

  it.each([
    ['all', ['no such file', 'no such row'], 'found'],
    ['one', ['no such file'], 'passed'],
  ] as const)('that is wrong in two ways needs both found: %s', async (_what, problems, outcome) => {
    const result = await run(rowWith({ finds: [/such file/, /such row/], run: showing(...problems) }))
    expect(result.negativeControl).toBe(outcome)
  })

  it('may be found by a late problem, of a later round', async () => {
    let round = 0
    const late = (rig: Rig) => {
      round += 1
      return showing(...Array.from({ length: 19 }, () => 'noise'), round === 3 ? 'the one' : 'noise')(rig)
    }
    expect((await run(rowWith({ finds: [/the one/], run: late }))).negativeControl).toBe('found')
  })

  it('that shows nothing at all passes', async () => {
    const silent = (rig: Rig) => Promise.resolve(rig.check(true, ''))
    expect((await run(rowWith({ run: silent }))).negativeControl).toBe('passed')
  })
})
