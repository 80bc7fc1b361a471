// Converts raw upstream keys (`Id_Item_GloamBlade_5001`, `LT_BogWight`) to canonical ids.

/** Converts `AdventurerBoots_1001` to `adventurer_boots_1001`. */
export function slugOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
}

/** Converts a raw key to its id by rule; any other text is returned unchanged. */
export function canonicalId(given: string): string {
  // Most values are not raw keys, and filters convert every value of a column.
  if (!given.startsWith('LT_') && !given.startsWith('Id_')) return given
  const lootTable = /^LT_(.+)$/.exec(given)
  if (lootTable?.[1]) return `id.loot_table.${slugOf(lootTable[1])}`
  const raw = /^Id_([A-Za-z]+)_(.+)$/.exec(given)
  return raw?.[1] && raw[2] ? `id.${slugOf(raw[1])}.${slugOf(raw[2])}` : given
}

/** The tag, such as `bard`, of a canonical id or a raw key; a tag is returned unchanged. */
export function tagOf(given: string): string {
  const id = canonicalId(given)
  return /^id\.[a-z_]+\.(.+)$/.exec(id)?.[1] ?? id
}
