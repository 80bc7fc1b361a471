import type { Condition } from '../../model/conditions.ts'
import type { Texts } from '../../model/values/locales.ts'
import { canonicalId, slugOf } from '../../model/values/raw-key.ts'
import { items } from '../items/items.ts'
import type { CatalogStore } from '../../model/store.ts'

interface Gem {
  readonly id: string
  readonly archetype?: string
  readonly source_key?: string
  readonly name?: string
}

/** Converts a name to the form in which names are compared: `Blue Sapphire`, `blue_sapphire` and `BlueSapphire` are equal. */
const normalizeName = (name: string) => slugOf(name.trim()).replaceAll(/[\s_-]+/g, '_')

/**
 * Returns a function that resolves the names of gems for tooltips. A gem is named by its id, raw key, slug or name in any
 * language of `texts`, or by its archetype if all gems of that have the same name. Its name is returned in the first
 * language; unknown names are returned unchanged.
 */
export function gemNames(store: CatalogStore, scope: number, texts: readonly (Texts | undefined)[]) {
  let known: Gem[] | undefined
  return (given: string): string => {
    known ??= gemsAt(store, scope)
    const [displayTexts] = texts
    const found = known.filter((gem) => matchesGem(gem, given, texts))
    const names = new Set(found.map(({ id, name }) => (name === undefined ? id : (displayTexts?.get(name) ?? name))))
    const [only = given] = names
    return names.size === 1 ? only : given
  }
}

function matchesGem(
  { id, archetype, source_key, name }: Gem,
  given: string,
  texts: readonly (Texts | undefined)[],
): boolean {
  const asId = canonicalId(given)
  if ([id, archetype].includes(asId) || source_key === given) return true
  const named = name === undefined ? [] : [name, ...texts.map((text) => text?.get(name) ?? name)]
  const slugs = [id, archetype ?? id].map((full) => full.replace(/^id\.item\./, ''))
  return [...slugs, ...named].some((candidate) => normalizeName(candidate) === normalizeName(given))
}

function gemsAt(store: CatalogStore, scope: number): Gem[] {
  const conditions: Condition[] = [{ column: 'misc_type', operator: 'equal', value: 'gem' }]
  return store.all(items, scope, conditions).map(({ text }) => JSON.parse(text) as Gem)
}
