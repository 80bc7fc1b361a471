/** `Bearded Axe` -> `bearded_axe` */
export function slugOfName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '_')
}

/** `bearded_axe_1001` -> `BeardedAxe_1001`; numbers keep their underscore. */
export function camelOf(slug: string): string {
  return slug
    .split('_')
    .map((word) => (/^\d/.test(word) ? `_${word}` : word.slice(0, 1).toUpperCase() + word.slice(1)))
    .join('')
}

/** The localization key of a text of a row. */
export function textKey(kind: string, slug: string, part: string): string {
  return `Reach_${camelOf(slugOfName(kind))}_${camelOf(slugOfName(slug))}_${camelOf(part)}`
}

/** `id.item.gloam_blade` -> `gloam_blade` */
export function slugIn(id: string): string {
  return id.slice(id.lastIndexOf('.') + 1)
}

export function pad(n: number): string {
  return String(n).padStart(2, '0')
}
