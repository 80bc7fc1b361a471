/** A function whose code `load` starts to load immediately, in the background. A failed load is retried by the next call. */
export function loading<Args extends unknown[], Result>(
  load: () => Promise<(...args: Args) => Result | Promise<Result>>,
): (...args: Args) => Promise<Result> {
  let loaded: ReturnType<typeof load> | undefined
  const begin = () => {
    const begun = (loaded ??= load())
    begun.catch(() => (loaded = undefined))
    return begun
  }
  begin().catch(() => undefined)
  return async (...args) => (await begin())(...args)
}
