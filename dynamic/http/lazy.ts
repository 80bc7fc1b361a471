/** A function whose code `load` loads when it is first called. A load that fails is tried again by the next call. */
export function lazy<Args extends unknown[], Result>(
  load: () => Promise<(...args: Args) => Result | Promise<Result>>,
): (...args: Args) => Promise<Result> {
  let loaded: ReturnType<typeof load> | undefined
  return async (...args) => {
    loaded ??= load()
    loaded.catch(() => (loaded = undefined))
    return (await loaded)(...args)
  }
}
