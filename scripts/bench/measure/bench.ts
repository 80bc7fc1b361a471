import type { Compared } from './rounds.ts'

/** A limit on `Figure.ratio`. */
export type Budget = { readonly atLeast: number } | { readonly atMost: number }

/** One line of the result. */
export interface Figure {
  /** What was measured. */
  readonly figure: string
  /** With its unit, like the baseline. */
  readonly measured: string
  readonly baseline: string
  /** Measured to baseline. */
  readonly ratio: number
  /** Without one the figure is informative. */
  readonly budget?: Budget
}

export interface BenchOptions {
  /** Smaller volumes and fewer rounds. */
  readonly quick: boolean
  /** An empty folder, which is removed afterwards. */
  readonly folder: string
  /** Reports progress. */
  readonly report: (text: string) => void
}

export type Bench = (options: BenchOptions) => Promise<Figure[]>

export function meets(ratio: number, budget: Budget): boolean {
  return 'atLeast' in budget ? ratio >= budget.atLeast : ratio <= budget.atMost
}

type Format = (value: number) => string

export const inUnit =
  (unit: string, digits = 0): Format =>
  (value) =>
    `${value.toFixed(digits)} ${unit}`

export const kilobytes: Format = (bytes) => inUnit('KB')(bytes / 1024)

/** What was compared, as a figure. */
export const comparedFigure = (
  figure: string,
  { measured, baseline, ratio }: Compared,
  format: Format,
  budget?: Budget,
): Figure => ({ figure, measured: format(measured), baseline: format(baseline), ratio, budget })

/** A value against what it may be at most. */
export const goalFigure = (figure: string, measured: number, goal: number, format: Format): Figure =>
  comparedFigure(figure, { measured, baseline: goal, ratio: measured / goal }, format, { atMost: 1 })
