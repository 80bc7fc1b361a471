import type { Compared } from './rounds.ts'

/** A limit on `Figure.ratio`. */
export type Budget = { readonly atLeast: number } | { readonly atMost: number }

/** One line of the result. */
export interface Figure {
  /** Name of the figure. */
  readonly figure: string
  /** The measured value with its unit, like the baseline. */
  readonly measured: string
  readonly baseline: string
  /** Ratio of the measured value to the baseline. */
  readonly ratio: number
  /** Figures without a budget are only informative. */
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

/** Whether a ratio is within a budget. */
export function meets(ratio: number, budget: Budget): boolean {
  return 'atLeast' in budget ? ratio >= budget.atLeast : ratio <= budget.atMost
}

type Format = (value: number) => string

/** Returns a formatter of values with a unit. */
export const inUnit =
  (unit: string, digits = 0): Format =>
  (value) =>
    `${value.toFixed(digits)} ${unit}`

export const kilobytes: Format = (bytes) => inUnit('KB')(bytes / 1024)

/** Makes a figure of a comparison. */
export const comparedFigure = (
  figure: string,
  { measured, baseline, ratio }: Compared,
  format: Format,
  budget?: Budget,
): Figure => ({ figure, measured: format(measured), baseline: format(baseline), ratio, budget })

/** Makes a figure that compares a value with its maximum. */
export const goalFigure = (figure: string, measured: number, goal: number, format: Format): Figure =>
  comparedFigure(figure, { measured, baseline: goal, ratio: measured / goal }, format, { atMost: 1 })
