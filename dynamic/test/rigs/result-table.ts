import type { RowResult } from './fault-row.ts'

const heads = ['rows', 'title', 'injections', 'held', 'failed', 'control', 'seconds', 'seed']

/** Formats the results as aligned columns, followed by their remarks and the number of kills. */
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
  return [line(heads), rule, ...cells.map(line), ...results.flatMap(remarksOn), ...killSummary(results)].join('\n')
}

/** Sums kills over all results by activity; empty if nothing was killed. */
function killSummary(results: readonly RowResult[]): string[] {
  const sums = new Map<string, number>()
  for (const [activity, count] of results.flatMap(({ kills }) => Object.entries(kills)))
    sums.set(activity, (sums.get(activity) ?? 0) + count)
  if (sums.size === 0) return []
  const total = [...sums.values()].reduce((sum, count) => sum + count)
  return [`kills: ${[...sums].map(([activity, count]) => `${activity} ${count}`).join(', ')}; ${total} in all`]
}

/**
 * Returns the notes of a result, its problems, and warnings about a control that passed or a run without injections.
 */
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
