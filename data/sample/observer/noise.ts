import { unit } from '../random.ts'

/** Smooth noise in [-1, 1] for a key, with a new target value each period. */
export function smoothNoise(key: string, at: number, periodMs: number): number {
  const position = at / periodMs
  const index = Math.floor(position)
  const share = position - index
  const eased = share * share * (3 - 2 * share)
  const before = unit(`${key}/${index}`)
  return 2 * (before + (unit(`${key}/${index + 1}`) - before) * eased) - 1
}
