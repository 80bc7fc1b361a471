/** `full` is the whole world; `small` is a reduced version for test suites. */
export type Scale = 'full' | 'small'

/** The part of a list that a world of this scale contains. Lists begin with the rows that tests and docs name. */
export function take<T>(scale: Scale, list: readonly T[], small: number): readonly T[] {
  return scale === 'full' ? list : list.slice(0, small)
}
