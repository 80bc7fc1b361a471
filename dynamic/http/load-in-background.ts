/**
 * Starts `load` immediately, in the background, and returns a function that awaits it and calls the function that it
 * resolves to. If `load` fails, the next call retries it.
 */
export function loadInBackground<Args extends unknown[], Result>(
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
