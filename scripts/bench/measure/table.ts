import { alignedRow, columnWidths } from '../../command/aligned-columns.ts'
import { meets, type Figure } from './bench.ts'
import type { FigureOfRuns } from './runs.ts'

/** Formats figures as aligned columns, for several runs with the lowest and the highest ratio. */
export function tableOf(figures: readonly (Figure & Partial<FigureOfRuns> & { readonly bench: string })[]): string {
  const spread = figures.some(({ ratios = [] }) => ratios.length > 1)
  const heads = ['bench', 'figure', 'measured', 'baseline', 'ratio', ...(spread ? ['spread'] : []), 'budget', '']
  const cells = figures.map(({ bench, figure, measured, baseline, ratio, ratios = [ratio], budget }) => [
    bench,
    figure,
    measured,
    baseline,
    formatRatio(ratio),
    ...(spread ? [`${formatRatio(Math.min(...ratios))} to ${formatRatio(Math.max(...ratios))}`] : []),
    budget ? ('atLeast' in budget ? `>= ${budget.atLeast}` : `<= ${budget.atMost}`) : '',
    budget ? (meets(ratio, budget) ? 'ok' : 'missed') : '',
  ])
  const widths = columnWidths([heads, ...cells])
  const rule = widths.map((width) => '-'.repeat(width))
  return [heads, rule, ...cells].map((row) => alignedRow(row, widths)).join('\n')
}

function formatRatio(ratio: number): string {
  return ratio.toFixed(ratio < 0.1 ? 3 : 2)
}
