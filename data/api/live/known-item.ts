import { items } from '../resources/items.ts'
import { fallbackLocale, type Locale } from '../locales.ts'
import { canonicalId } from '../raw-key.ts'
import type { CatalogStore } from '../store.ts'

/** What the current patch of main says of an item, its name in a locale; nothing where it has no such item. */
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

/** The id of the item with this raw key, where the key does not give it by rule; else what was given. */
export function itemIdOf(store: CatalogStore, given: string): string {
  const patch = store.patches.current()
  const row = patch && store.row(items, patch.id, given)
  return row ? String((JSON.parse(row.text) as Record<string, unknown>).id) : canonicalId(given)
}
