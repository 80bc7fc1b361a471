type Place = readonly [x: number, y: number]

/** The points of values in a box of 80 by 24, from old to new. */
export function sparklinePlaces(values: readonly number[]): Place[] {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const y = (value: number) => (high === low ? 12 : 22 - ((value - low) / (high - low)) * 20)
  const step = 80 / Math.max(1, values.length - 1)
  return values.map((value, at) => [Math.round(at * step), Math.round(y(value))])
}

/** The path of a sparkline; undefined for fewer than two values. */
export function sparklinePath(values: readonly number[]): string | undefined {
  if (values.length < 2) return undefined
  return `M${sparklinePlaces(values)
    .map((place) => place.join(' '))
    .join('L')}`
}
