/** Keeps what `make` made of a state under a key. */
export type Keeper<T> = (state: object, key: string, make: () => Promise<T>) => Promise<T>

interface Kept<T> {
  readonly made: Promise<T>
  isMade: boolean
}

/**
 * Keeps what was made of a state, say of the catalog, as long as that is served: of each the last few that were asked for. What is
 * still being made is never let go, and what fails is not kept.
 */
export function keeper<T>(most: number): Keeper<T> {
  const kept = new WeakMap<object, Map<string, Kept<T>>>()
  return (state, key, make) => {
    const all = kept.get(state) ?? new Map<string, Kept<T>>()
    kept.set(state, all)
    const known = all.get(key)
    const one = known ?? { made: make(), isMade: false }
    all.delete(key)
    all.set(key, one)
    if (!known) {
      const hold = () => {
        one.isMade = true
        const made = [...all].filter(([, { isMade }]) => isMade)
        for (const [oldest] of made.slice(0, Math.max(0, made.length - most))) all.delete(oldest)
      }
      one.made.then(hold, () => all.delete(key))
    }
    return one.made
  }
}
