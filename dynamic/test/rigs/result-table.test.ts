import { expect, it } from 'vitest'
import type { RowResult } from './fault-row.ts'
import { faultRows } from './fault-rows.ts'
import { resultTable } from './result-table.ts'

function resultWith(kills: RowResult['kills']): RowResult {
  const [row] = faultRows
  if (!row) throw new Error('there are no rows')
  const nothing = { failures: 0, problems: [], notes: [], seconds: 1, seed: 7 }
  return { ...nothing, row, kills, injections: 1, negativeControl: 'found', negativeControlName: 'a control' }
}

it('kills are summed over all rows by activity', () => {
  const kills: readonly RowResult['kills'][] = [{ import: 2, switch: 1 }, {}, { intake: 9, switch: 3 }]
  expect(resultTable(kills.map(resultWith))).toMatch(/\nkills: import 2, switch 4, intake 9; 15 in all$/)
})

it('kills are left out if nothing was killed', () => {
  expect(resultTable([resultWith({})])).not.toContain('kills')
})
