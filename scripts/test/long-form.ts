// Suites that take long by nature have two forms: a short one for every run, and a long one for `npm run test:long`.

/** The short or the long value. */
export const inLongForm = <Value>(long: Value, short: Value): Value => (process.env.LONG === '1' ? long : short)

/** All of a list in the long form; in the short one its first, its last and every `step`th. */
export function sampled<Value>(list: readonly Value[], step: number): readonly Value[] {
  return list.filter((_, at) => at % inLongForm(1, step) === 0 || at === list.length - 1)
}

/**
 * All of a list in the long form; in the short one its `turn`th value, counted in a circle. With the place in one list
 * as the turn in another, a matrix of both is tested in each row and each column.
 */
export function inTurn<Value>(list: readonly Value[], turn: number): readonly Value[] {
  return inLongForm(list, list.length === 0 ? [] : [list[turn % list.length] as Value])
}

/** All of a list in the long form; in the short one the first of each kind. */
export function oneOfEachKind<Value>(list: readonly Value[], kindOf: (value: Value) => unknown): readonly Value[] {
  const kinds = list.map(kindOf)
  return inLongForm(
    list,
    list.filter((_, at) => kinds.indexOf(kinds[at]) === at),
  )
}
