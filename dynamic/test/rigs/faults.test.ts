// Injects the faults that every change must withstand, in their short form. `npm run faults` injects all faults, as
// often as its options say.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../../scripts/site/source-files.ts'
import { commandEnvironment } from '../../../scripts/test/environment.ts'
import { canRun } from '../../../scripts/test/requirements.ts'
import { faultRows } from './fault-rows.ts'
import { missingOptionalPrograms, missingRequirements } from './needs.ts'
import { remarksOn, resultTable } from './result-table.ts'
import { hasPassed, runRow } from './run-rows.ts'

/** A fixed seed, so that a failure is due to the change under test; `npm run faults` draws a new seed for each run. */
const seed = Number(process.env.SEED ?? 60)
const rows = faultRows
  .filter(({ everyChange }) => everyChange)
  .map((row) => ({ row, name: `${row.numbers.join(', ')}: ${row.title}`, missing: missingRequirements(row.needs) }))
for (const { row, name } of rows) {
  const leftOut = missingOptionalPrograms(row.needs)
  canRun(`a part of faults ${name}`, leftOut ?? '', leftOut === undefined)
}

describe('the list of rows', () => {
  it('has each number once', () => {
    const numbers = faultRows.flatMap((row) => row.numbers)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers.every((number) => number >= 1 && number <= 61)).toBe(true)
  })
})

describe('a row and its negative control', () => {
  for (const { row, name, missing } of rows)
    it.runIf(canRun(`faults ${name}`, missing ?? '', missing === undefined))(name, async () => {
      const result = await runRow(row, { seed, amount: row.amount.short })
      const remarks = remarksOn(result)
      if (remarks.length > 0) console.log(remarks.join('\n'))
      expect(hasPassed(result), resultTable([result])).toBe(true)
    })
})

it('the command fails if no row can run, and names what is missing', () => {
  const env = commandEnvironment({ PATH: import.meta.dirname })
  const args = [join(root, 'scripts/faults.ts'), '33', '--points', '1']
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env })
  expect({ status, stdout }).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(
      /^SKIPPED row 33, .*: it needs nginx \(Debian: apt-get install nginx\), taskset/,
    ) as string,
  })
})
