import { z } from 'zod'
import { flag } from '../../model/values/codecs.ts'
import { catalogEndpoint } from '../../model/endpoint.ts'
import { fallbackLocale, localeParam, locales, type Locale } from '../../model/values/locales.ts'
import { byPatch } from '../../model/patch-modes.ts'
import { scopeOf, type FacetValue } from '../../model/store.ts'

const counted = z.strictObject({
  label: z.string().describe('Label in the requested language.'),
  count: z.int().nonnegative().describe('How many rows have it.'),
})

export const facets = catalogEndpoint({
  id: 'facets',
  path: '/v2/facets',
  summary: 'The values of enum-typed columns with their labels; filter values are checked against them.',
  specClause: '4.15',
  mode: byPatch,
  rows: false,
  params: {
    locale: localeParam(fallbackLocale),
    counts: { codec: flag(), default: false, summary: 'Adds the number of rows: `{ label, count }`.' },
  },
  files: { folder: 'locale', by: 'value', param: 'locale', values: locales },
  schema: z.record(z.string(), z.record(z.string(), z.union([z.string(), counted]))),
  answer({ values, patch }, store) {
    const scope = scopeOf(patch)
    const texts = store.texts(scope, values.locale as Locale)
    const displayed = ({ label, count }: FacetValue) => {
      const resolved = texts?.get(label) ?? label
      return values.counts ? { label: resolved, count } : resolved
    }
    const body = Object.entries(store.facets(scope)).map(([column, slugs]) => [
      column,
      Object.fromEntries(Object.entries(slugs).map(([slug, value]) => [slug, displayed(value)])),
    ])
    return { body: JSON.stringify(Object.fromEntries(body)) }
  },
})
