import { items } from '../../resources/items/items.ts'
import { currentId } from '../../request/known-ids.ts'
import { fallbackLocale, type Locale } from '../../model/values/locales.ts'
import { canonicalId } from '../../model/values/raw-key.ts'
import type { CatalogStore } from '../../model/store.ts'

/** Name (in a locale), archetype and rarity of an item at the current patch of main; undefined if there is no such item. */
export function knownItem(store: CatalogStore, itemId: string, locale: Locale = fallbackLocale) {
  const patch = store.patches.current()
  const row = patch && store.row(items, patch.id, itemId)
  if (!row) return undefined
  const { name, archetype, rarity } = JSON.parse(row.text) as Record<string, string | undefined>
  const texts = store.texts(patch.id, locale)
  return {
    item: name === undefined ? null : (texts?.get(name) ?? name),
    archetype: archetype ?? null,
    rarity: rarity ?? null,
  }
}

/** The id of an item, from an id, a raw key or a slug; the item need not exist. */
export function itemIdOf(store: CatalogStore, given: string): string {
  const known = currentId(store, items, given)
  if (known !== undefined) return known
  const id = canonicalId(given)
  return /^[a-z0-9_]+$/.test(id) ? `id.item.${id}` : id
}
