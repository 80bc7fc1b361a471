export interface Compared {
  readonly measured: number
  readonly baseline: number
  /** Median of the pairs' ratios, not ratio of medians: noise of the machine affects both of a pair. */
  readonly ratio: number
}

/** Alternates between a baseline and what is measured against it, after one pair of warm-up; returns medians. */
export async function alternate(
  rounds: number,
  baseline: (round: number) => number | Promise<number>,
  measured: (round: number) => number | Promise<number>,
): Promise<Compared> {
  const pairs: [number, number][] = []
  for (let round = 0; round <= rounds; round += 1) pairs.push([await measured(round), await baseline(round)])
  return compare(pairs.slice(1))
}

/** Medians over pairs of measured and baseline. */
export function compare(pairs: readonly (readonly [measured: number, baseline: number])[]): Compared {
  return {
    measured: median(pairs.map(([measured]) => measured)),
    baseline: median(pairs.map(([, baseline]) => baseline)),
    ratio: median(pairs.map(([measured, baseline]) => measured / baseline)),
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2
}

/** The value below which a share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? NaN
}

/** Milliseconds that the work takes. */
export async function timed(work: () => unknown): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** What a round has of a list of which no round has the same. */
export const ofRound = <T>(all: readonly T[], round: number, perRound: number): readonly T[] =>
  all.slice(round * perRound, (round + 1) * perRound)
