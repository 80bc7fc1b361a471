import type { RowResult } from './fault-row.ts'

const heads = ['rows', 'title', 'injections', 'held', 'not', 'control', 'seconds', 'seed']

/** The results as lines of aligned columns, then in words what did not hold, and what was killed. */
export function resultTable(results: readonly RowResult[]): string {
  const cells = results.map(({ row, injections, failures, negativeControl, seconds, seed }) => [
    row.numbers.join(' '),
    row.title,
    String(injections),
    String(injections - failures),
    String(failures),
    negativeControl === 'passed' ? 'PASSED' : negativeControl,
    seconds.toFixed(1),
    String(seed),
  ])
  const widths = heads.map((head, at) => Math.max(head.length, ...cells.map((row) => row[at]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  const rule = widths.map((width) => '-'.repeat(width)).join('  ')
  return [line(heads), rule, ...cells.map(line), ...results.flatMap(remarksOn), ...killsOf(results)].join('\n')
}

/** All that was killed, by what it was at. */
function killsOf(results: readonly RowResult[]): string[] {
  const sums = new Map<string, number>()
  for (const [at, times] of results.flatMap(({ kills }) => Object.entries(kills)))
    sums.set(at, (sums.get(at) ?? 0) + times)
  if (sums.size === 0) return []
  const total = [...sums.values()].reduce((sum, times) => sum + times)
  return [`kills: ${[...sums].map(([at, times]) => `${at} ${times}`).join(', ')}; ${total} in all`]
}

/** What there is to say beside the table. */
export function remarksOn({
  row,
  injections,
  problems,
  notes,
  negativeControl,
  negativeControlName,
}: RowResult): string[] {
  const name = `row ${row.numbers.join(' ')}`
  return [
    ...notes.map((note) => `${name}: ${note}`),
    ...problems.map((problem) => `${name} DID NOT HOLD: ${problem}`),
    ...(negativeControl === 'passed'
      ? [`${name}: its negative control PASSED, so the rig proves nothing: ${negativeControlName}`]
      : []),
    ...(injections === 0 ? [`${name}: nothing was injected`] : []),
  ]
}
