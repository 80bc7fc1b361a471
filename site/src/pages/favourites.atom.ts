import type { APIRoute } from 'astro'
import { fallbackLocale } from '../../../data/api/model/values/locales.ts'
import { changeVocabulary } from '../features/patches/change-vocabulary.ts'
import { feedHeaders, favouritesFeed, followedIds, type FollowedThing } from '../features/reports/change-feeds.ts'
import { variantLabelsAt } from '../request/facets.ts'
import { hrefOfId } from '../request/href-of-id.ts'
import { rowLookup } from '../request/row-lookup.ts'
import { inEnglish } from '../messages/catalogs.ts'
import { humanizeId } from '../format/humanize.ts'
import { labelsOfVariant } from '../format/variant-label.ts'
import type { HistoryEntry } from '../request/thing/row-detail.ts'

export const GET: APIRoute = async ({ url, locals }) => {
  const { api, fetchApi, patches, origin } = locals
  const lookup = rowLookup(locals, patches.current())
  const variants = await variantLabelsAt(locals, patches.current())
  const nameIn = (id: string) => {
    const row = lookup.find(id)
    return row ? inEnglish.list([row.name, ...labelsOfVariant(row, variants)]) : humanizeId(id)
  }
  const things: FollowedThing[] = []
  for (const id of followedIds(url.searchParams)) {
    const path = hrefOfId(api, id)
    const answer = path === undefined ? undefined : await fetchApi(`/v2${path}/history`)
    const history = answer?.status === 200 ? (answer.json as { body: { history: HistoryEntry[] } }).body.history : []
    things.push({ id, name: nameIn(id), history })
  }
  const known = await changeVocabulary({ ...locals, locale: fallbackLocale, t: inEnglish }, lookup)
  return new Response(favouritesFeed(origin, things, patches, known), { headers: feedHeaders })
}
