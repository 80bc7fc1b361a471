export interface Compared {
  readonly measured: number
  readonly baseline: number
  /** Median of the ratios of pairs rather than ratio of medians, because noise affects both values of a pair. */
  readonly ratio: number
}

/** Alternates between a baseline and a measurement, after one pair of warm-up rounds; returns medians. */
export async function alternate(
  rounds: number,
  baseline: (round: number) => number | Promise<number>,
  measured: (round: number) => number | Promise<number>,
): Promise<Compared> {
  const pairs: [number, number][] = []
  for (let round = 0; round <= rounds; round += 1) pairs.push([await measured(round), await baseline(round)])
  return compare(pairs.slice(1))
}

/** Returns the medians over pairs of measured value and baseline. */
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

/** Returns the value below which a share of the values lies; NaN if there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? NaN
}

/** Returns the milliseconds that the work takes. */
export async function timed(work: () => unknown): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Returns the part of a list that belongs to a round; parts do not overlap. */
export const sliceForRound = <T>(all: readonly T[], round: number, perRound: number): readonly T[] =>
  all.slice(round * perRound, (round + 1) * perRound)
