import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'
import { faultRows } from '../../dynamic/test/rigs/fault-rows.ts'
import type { ListedRow, RowResult } from '../../dynamic/test/rigs/fault-row.ts'
import { missingRequirements } from '../../dynamic/test/rigs/needs.ts'
import { resultTable } from '../../dynamic/test/rigs/result-table.ts'
import { hasPassed, runRow } from '../../dynamic/test/rigs/run-rows.ts'
import { suiteRows } from '../../dynamic/test/rigs/suite-rows.ts'
import { exitWith } from '../command/exit-with.ts'
import { createProgress } from '../command/progress.ts'

interface FaultOptions {
  readonly list?: boolean
  readonly points?: number
  readonly seed?: number
  readonly long?: boolean
}

/**
 * Runs rows and prints their results. The exit code is 1 if an injection failed, a negative control passed, or no row
 * could run.
 */
export async function injectFaults(numbers: readonly string[], options: FaultOptions): Promise<void> {
  const known = new Set(faultRows.flatMap((row) => row.numbers.map(String)))
  const unknown = numbers.filter((number) => !known.has(number))
  if (unknown.length > 0)
    return exitWith('usage', new Error(`There is no row ${unknown.join(', ')}; --list prints the rows.`))
  const rows = faultRows.filter(
    (row) => numbers.length === 0 || row.numbers.some((one) => numbers.includes(String(one))),
  )
  if (options.list) return console.log(rows.map(describeRow).join('\n'))
  const seed = options.seed ?? Date.now() % 2 ** 31
  console.error(`seed=${seed} commit=${commit()}`)
  const results: RowResult[] = []
  for (const row of rows) {
    const missing = missingRequirements(row.needs)
    if (missing !== undefined) {
      console.log(`SKIPPED row ${row.numbers.join(' ')}, ${row.title}: it needs ${missing}`)
      continue
    }
    const result = await runWithProgress(row, { ...options, seed })
    results.push(result)
    // Intermediate results, in case a long run is interrupted.
    if (rows.length > 1) console.error(resultTable([result]))
  }
  console.log(resultTable(results))
  console.log(`Node ${process.version}, ${cpus().length} cores, seed ${seed}, commit ${commit()}.`)
  process.exit(results.length > 0 && results.every(hasPassed) ? 0 : 1)
}

async function runWithProgress(
  row: ListedRow,
  { points, seed, long }: FaultOptions & { seed: number },
): Promise<RowResult> {
  const amount = points ?? (long ? row.amount.long : row.amount.short)
  const progress = createProgress(`Row ${row.numbers.join(' ')}`)
  try {
    return await runRow(row, {
      ...{ seed, amount },
      onInjection: (done, total) => progress.update(row.title, done, total),
    })
  } finally {
    progress.stop()
  }
}

function describeRow(row: ListedRow): string {
  const { numbers, title, mustHold, needs, amount } = row
  const needed =
    [
      ...(needs.root ? ['root'] : []),
      ...Object.values(needs.folders ?? {}),
      ...Object.values(needs.programs ?? {}),
    ].join(', ') || 'nothing'
  const more = Object.values(needs.optionalPrograms ?? {})
  const gate = gateOf(row)
  return `${numbers.join(' ')}: ${title}. Must hold: ${mustHold}\n   ${amount.short} injections (${amount.long} with --long), ${gate}; needs ${needed}${more.length > 0 ? `, and for all of it ${more.join(', ')}` : ''}`
}

/** Describes when the row runs other than by this command. */
function gateOf(row: ListedRow): string {
  if (suiteRows.includes(row)) return 'as a suite with every change'
  return row.everyChange ? 'with every change' : 'by this command'
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}
