import { z } from 'zod'
import { flag } from '../codecs.ts'
import { endpoint } from '../endpoint.ts'
import { fallbackLocale, localeParam, locales, type Locale } from '../locales.ts'
import { byPatch } from '../patch-modes.ts'
import { catalogScope } from '../store.ts'

const counted = z.strictObject({ label: z.string(), count: z.int().nonnegative() })

export const facets = endpoint({
  id: 'facets',
  path: '/v2/facets',
  summary: 'The values of enum-typed columns with their labels; filter values are checked against them.',
  spec: '4.15',
  mode: byPatch,
  rows: false,
  params: {
    locale: localeParam(fallbackLocale),
    counts: { codec: flag(), default: false, summary: 'Adds the number of rows: `{ label, count }`.' },
  },
  files: { folder: 'locale', by: 'value', param: 'locale', values: locales },
  schema: z.record(z.string(), z.record(z.string(), z.union([z.string(), counted]))),
  answer({ values, patch }, store) {
    const scope = patch?.id ?? catalogScope
    const texts = store.texts(scope, values.locale as Locale)
    const body: Record<string, Record<string, unknown>> = {}
    for (const [column, slugs] of Object.entries(store.facets(scope))) {
      const shown: Record<string, unknown> = (body[column] = {})
      for (const [slug, { label, count }] of Object.entries(slugs)) {
        const resolved = texts?.get(label) ?? label
        shown[slug] = values.counts ? { label: resolved, count } : resolved
      }
    }
    return { body: JSON.stringify(body) }
  },
})
