// Suites that take long by nature have two forms: a short one for every run, and a long one for `npm run test:long`.

/** The short or the long value. */
export const inLongForm = <Value>(long: Value, short: Value): Value => (process.env.LONG === '1' ? long : short)

/** All of a list in the long form; in the short one its first, its last and every `step`th. */
export function sampled<Value>(list: readonly Value[], step: number): readonly Value[] {
  return list.filter((_, at) => at % inLongForm(1, step) === 0 || at === list.length - 1)
}
