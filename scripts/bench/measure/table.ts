import { meets, type Figure } from './bench.ts'

const heads = ['bench', 'figure', 'measured', 'baseline', 'ratio', 'budget', '']

/** The figures as lines of aligned columns. */
export function tableOf(figures: readonly (Figure & { readonly bench: string })[]): string {
  const cells = figures.map(({ bench, figure, measured, baseline, ratio, budget }) => [
    bench,
    figure,
    measured,
    baseline,
    ratio.toFixed(ratio < 0.1 ? 3 : 2),
    budget ? ('atLeast' in budget ? `>= ${budget.atLeast}` : `<= ${budget.atMost}`) : '',
    budget ? (meets(ratio, budget) ? 'ok' : 'missed') : '',
  ])
  const widths = heads.map((head, at) => Math.max(head.length, ...cells.map((row) => row[at]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  return [
    line(heads),
    widths
      .map((width) => '-'.repeat(width))
      .join('  ')
      .trimEnd(),
    ...cells.map(line),
  ].join('\n')
}
