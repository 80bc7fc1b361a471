import { z } from 'zod'
import { preparedInSteps } from '../../answer/prepared.ts'
import { catalogEndpoint } from '../../model/endpoint.ts'
import { fallbackLocale, localeParam, locales, type Locale, type Texts } from '../../model/values/locales.ts'
import { byPatchOrBranch } from '../../model/patch-modes.ts'
import { scopeOf, type CatalogStore } from '../../model/store.ts'
import type { Steps } from '../../model/values/steps.ts'
import { items } from './items.ts'

/** Columns whose slugs a tooltip shows. */
const labelled = ['rarity', 'slot_type', 'armor_type', 'required_class'] as const

const names = preparedInSteps(({ values, patch }, store) =>
  namesOf(store, scopeOf(patch), store.texts(scopeOf(patch), values.locale as Locale)),
)

/** Everything that the links of a page need in one file, so that embedded tooltips can label and color them without another request. */
export const itemNames = catalogEndpoint({
  id: 'items.names',
  path: '/v2/items/names',
  summary: 'Name, rarity and icon of every item, compact, and the labels that tooltips need.',
  resource: items,
  mode: byPatchOrBranch,
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
  prepare: names.prepare,
  answer(request, store) {
    const scope = scopeOf(request.patch)
    const labels = labelsOf(store, scope, store.texts(scope, request.values.locale as Locale))
    const { icons, items: texts } = names.of(request, store)
    return {
      body: `{"labels":${JSON.stringify(labels)},"icons":${JSON.stringify(icons)},"items":{${texts.join(',')}}}`,
    }
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

interface NamedItems {
  readonly icons: readonly string[]
  /** JSON texts of the form `"<id>":<entry>`. */
  readonly items: readonly string[]
}

const everything = { conditions: [], texts: undefined }
const rowsPerStep = 100

/** Collects names in steps. Entries refer to icons by their index, because all rarities of an item share one icon. */
function* namesOf(store: CatalogStore, scope: number, texts: Texts | undefined): Steps<NamedItems> {
  const places = new Map<string, number>()
  const named: string[] = []
  let count = Infinity
  for (let offset = 0; offset < count; offset += rowsPerStep) {
    const { rows, total } = store.page(items, scope, everything, { offset, limit: rowsPerStep, descending: false })
    for (const { text } of rows) {
      const { id, name = id, rarity = null, icon_url } = JSON.parse(text) as Named
      const entry: (string | number | null)[] = [texts?.get(name) ?? name, rarity]
      if (icon_url !== undefined) {
        const place = places.get(icon_url) ?? places.size
        places.set(icon_url, place)
        entry.push(place)
      }
      named.push(`${JSON.stringify(id.replace(/^id\.item\./, ''))}:${JSON.stringify(entry)}`)
    }
    count = total
    yield
  }
  return { icons: [...places.keys()], items: named }
}
