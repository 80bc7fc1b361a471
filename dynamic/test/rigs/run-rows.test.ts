import { describe, expect, it } from 'vitest'
import type { ListedRow, NegativeControl, Rig } from './fault-row.ts'
import { hasPassed, runRow } from './run-rows.ts'

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

/** Returns a rig that reports the problems in turn, one per injection. */
const reporting =
  (...problems: readonly string[]) =>
  (rig: Rig): Promise<void> => {
    for (let nth = 0; nth < rig.amount; nth += 1) rig.check(false, problems[nth % problems.length] ?? '')
    return Promise.resolve()
  }

const run = (row: ListedRow) => runRow(row, { seed: 1, amount: 1 })

describe('a negative control', () => {
  it('is found if the expected check reports it', async () => {
    const result = await run(rowWith({ finds: [/it is stale/], run: reporting('item 7: it is stale') }))
    expect([result.negativeControl, hasPassed(result)]).toEqual(['found', true])
  })

  it('passes if only another check reports it', async () => {
    const result = await run(rowWith({ finds: [/it is stale/], run: reporting('the program ended with 1') }))
    expect([result.negativeControl, hasPassed(result)]).toEqual(['passed', false])
  })

  it.each([
    ['all', ['no such file', 'no such row'], 'found'],
    ['one', ['no such file'], 'passed'],
  ] as const)('with two expected problems is found only if both are reported: %s', async (_what, problems, outcome) => {
    const result = await run(rowWith({ finds: [/such file/, /such row/], run: reporting(...problems) }))
    expect(result.negativeControl).toBe(outcome)
  })

  it('is found even if the expected problem comes late in a later round', async () => {
    let round = 0
    const late = (rig: Rig) => {
      round += 1
      return reporting(...Array.from({ length: 19 }, () => 'noise'), round === 3 ? 'the one' : 'noise')(rig)
    }
    expect((await run(rowWith({ finds: [/the one/], run: late }))).negativeControl).toBe('found')
  })

  it('passes if no problem is reported', async () => {
    const silent = (rig: Rig) => Promise.resolve(rig.check(true, ''))
    expect((await run(rowWith({ finds: [/./], run: silent }))).negativeControl).toBe('passed')
  })
})
