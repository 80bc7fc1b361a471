import type { PatchIndex } from '../../../data/api/patches.ts'

export type Keeper<T> = (patches: PatchIndex, key: string, make: () => Promise<T>) => Promise<T>

/** Keeps what was made of a state of the catalog as long as that is served, of each the last few that were asked for. What fails is not kept. */
export function keeper<T>(most: number): Keeper<T> {
  const kept = new WeakMap<PatchIndex, Map<string, Promise<T>>>()
  return (patches, key, make) => {
    const all = kept.get(patches) ?? new Map<string, Promise<T>>()
    kept.set(patches, all)
    const known = all.get(key)
    all.delete(key)
    const made = known ?? make()
    if (!known) made.catch(() => all.delete(key))
    all.set(key, made)
    const [oldest] = all.keys()
    if (all.size > most && oldest !== undefined) all.delete(oldest)
    return made
  }
}
