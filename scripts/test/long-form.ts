// Suites that take long by nature have two forms: a short one for every run, and a long one for `npm run test:long`.

/** Returns the long value in the long form, else the short one. */
export const inLongForm = <Value>(long: Value, short: Value): Value => (process.env.LONG === '1' ? long : short)

/** Returns the whole list in the long form; in the short form the first, the last and every `step`th element. */
export function sampled<Value>(list: readonly Value[], step: number): readonly Value[] {
  return list.filter((_, at) => at % inLongForm(1, step) === 0 || at === list.length - 1)
}

/**
 * Returns the whole list in the long form; in the short form its `turn`th value, modulo its length. With the index in
 * one list as the turn in another, the tests cover each row and each column of their matrix.
 */
export function inTurn<Value>(list: readonly Value[], turn: number): readonly Value[] {
  return inLongForm(list, list.length === 0 ? [] : [list[turn % list.length] as Value])
}

/** Returns the whole list in the long form; in the short form the first element of each kind. */
export function oneOfEachKind<Value>(list: readonly Value[], kindOf: (value: Value) => unknown): readonly Value[] {
  const kinds = list.map(kindOf)
  return inLongForm(
    list,
    list.filter((_, at) => kinds.indexOf(kinds[at]) === at),
  )
}
