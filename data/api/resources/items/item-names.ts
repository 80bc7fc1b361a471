import { z } from 'zod'
import { catalogEndpoint } from '../../model/endpoint.ts'
import { fallbackLocale, localeParam, locales, type Locale, type Texts } from '../../model/values/locales.ts'
import { byPatch } from '../../model/patch-modes.ts'
import { scopeOf, type CatalogStore } from '../../model/store.ts'
import { items } from './items.ts'

/** Columns whose slugs a tooltip shows. */
const labelled = ['rarity', 'slot_type', 'armor_type', 'required_class'] as const

/** Everything that the links of a page need, in one file: embedded tooltips name and colour links without another request. */
export const itemNames = catalogEndpoint({
  id: 'items.names',
  path: '/v2/items/names',
  summary: 'Name, rarity and icon of every item, compact, and the labels that tooltips need.',
  resource: items,
  mode: byPatch,
  rows: false,
  params: { locale: localeParam(fallbackLocale) },
  files: { folder: 'names', by: 'value', param: 'locale', values: locales },
  schema: z.strictObject({
    labels: z
      .record(z.string(), z.record(z.string(), z.string()))
      .describe('Labels of the values that tooltips show, by column and value.'),
    icons: z.array(z.string()).describe('Addresses of the icons.'),
    items: z
      .record(
        z.string(),
        z.union([
          z.tuple([z.string(), z.string().nullable()]),
          z.tuple([z.string(), z.string().nullable(), z.int().nonnegative()]),
        ]),
      )
      .describe('By id without `id.item.`: name, rarity and, where it has an icon, its place in `icons`.'),
  }),
  answer({ values, patch }, store) {
    const scope = scopeOf(patch)
    const texts = store.texts(scope, values.locale as Locale)
    return { body: JSON.stringify({ labels: labelsOf(store, scope, texts), ...namesOf(store, scope, texts) }) }
  },
})

function labelsOf(store: CatalogStore, scope: number, texts: Texts | undefined) {
  const facets = store.facets(scope)
  const displayed = (column: string) =>
    Object.entries(facets[column] ?? {}).map(([slug, { label }]) => [slug, texts?.get(label) ?? label] as const)
  return Object.fromEntries(labelled.map((column) => [column, Object.fromEntries(displayed(column))]))
}

interface Named {
  readonly id: string
  readonly name?: string
  readonly rarity?: string
  readonly icon_url?: string
}

/** Ids without `id.item.`; an icon is a place in `icons`, for all rarities of a thing share one. */
function namesOf(store: CatalogStore, scope: number, texts: Texts | undefined) {
  const places = new Map<string, number>()
  const named: [string, (string | number | null)[]][] = []
  for (const { text } of store.all(items, scope)) {
    const { id, name = id, rarity = null, icon_url } = JSON.parse(text) as Named
    const entry: (string | number | null)[] = [texts?.get(name) ?? name, rarity]
    if (icon_url !== undefined) {
      const place = places.get(icon_url) ?? places.size
      places.set(icon_url, place)
      entry.push(place)
    }
    named.push([id.replace(/^id\.item\./, ''), entry])
  }
  return { icons: [...places.keys()], items: Object.fromEntries(named) }
}
