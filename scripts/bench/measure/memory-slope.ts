/** Memory of a process at a time, in hours since any origin. */
export interface MemorySample {
  readonly hours: number
  readonly megabytes: number
}

/** Returns the growth of memory in megabytes per hour, by least squares. */
export function memorySlope(samples: readonly MemorySample[]): number {
  const mean = (of: (sample: MemorySample) => number) => samples.reduce((sum, one) => sum + of(one), 0) / samples.length
  const [hours, megabytes] = [mean((one) => one.hours), mean((one) => one.megabytes)]
  const spread = mean((one) => (one.hours - hours) ** 2)
  return mean((one) => (one.hours - hours) * (one.megabytes - megabytes)) / spread
}
