import type { Endpoint } from '../../../../data/api/model/endpoint.ts'
import type { Card } from '../../../cards/card.ts'
import { facetsTarget, isCurrent, type LocalizedPatch } from '../../request/at-patch.ts'
import { pagePath, titleOf } from '../../request/explorer.ts'
import { labelsOf, type Facets } from '../../request/facets.ts'
import { rowLookup } from '../../request/row-lookup.ts'
import { inEnglish } from '../../messages/catalogs.ts'
import { humanize, formatNumber } from '../../format/humanize.ts'

const maxFigures = 5

/** Returns the card of a list: the number of rows, in total and by kind. */
export async function listCard(list: Endpoint, patch: LocalizedPatch | undefined, locals: App.Locals): Promise<Card> {
  const title = titleOf(list, inEnglish)
  const { json, status } = await locals.fetchApi(facetsTarget(patch))
  const facets = status === 200 ? (json as Facets) : {}
  const count = rowLookup(locals, patch).count(pagePath(list))
  const { columns = {}, name = '', description } = list.resource ?? {}
  const slugs = Object.entries(columns).flatMap(([column, { facet }]) => {
    return facet ? [Object.values(labelsOf(facets, name, column))] : []
  })
  // The first facet with several values describes a list best.
  const kinds = (slugs.find((one) => one.length > 1) ?? []).toSorted((one, other) => other.count - one.count)
  return {
    kind: ['Explorer'],
    name: title,
    figures: [
      { label: 'Total', value: formatNumber(count) },
      ...kinds.map(({ label, count }) => ({ label: humanize(label), value: formatNumber(count) })),
    ].slice(0, maxFigures),
    text: description,
    note: patch && (isCurrent(patch) ? patch.version : `As of ${patch.version}, ${patch.display_name}`),
  }
}
