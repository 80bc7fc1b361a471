/** The path of a small line in a box of 80 by 24, from old to new; nothing of fewer than two values. */
export function sparklinePath(values: readonly number[]): string | undefined {
  if (values.length < 2) return undefined
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const y = (value: number) => (high === low ? 12 : 22 - ((value - low) / (high - low)) * 20)
  const step = 80 / (values.length - 1)
  return values.map((value, at) => `${at === 0 ? 'M' : 'L'}${Math.round(at * step)} ${Math.round(y(value))}`).join('')
}
