import type { Endpoint } from '../../../../data/api/endpoint.ts'
import type { Card } from '../../../cards/card.ts'
import { facetsTarget, isCurrent, type ShownPatch } from '../at-patch.ts'
import type { Facets } from '../controls.ts'
import { pagePath, titleOf } from '../explorer.ts'
import { labelsOf } from '../facet-labels.ts'
import { ledgerOf } from '../ledger.ts'
import { inWords, number } from '../words.ts'

const mostFigures = 5

/** The card of a list: how many there are, and of what kinds. */
export async function cardOfList(list: Endpoint, patch: ShownPatch | undefined, locals: App.Locals): Promise<Card> {
  const title = titleOf(list)
  const { json, status } = await locals.ask(facetsTarget(patch))
  const facets = status === 200 ? (json as Facets) : {}
  const things = (await ledgerOf(locals, patch)).byList.get(pagePath(list)) ?? []
  const { columns = {}, name = '', about } = list.resource ?? {}
  const slugs = Object.entries(columns).flatMap(([column, { facet }]) => {
    return facet ? [Object.values(labelsOf(facets, name, column))] : []
  })
  // The first facet of a list says best what is in it.
  const kinds = (slugs.find((one) => one.length > 1) ?? []).toSorted((one, other) => other.count - one.count)
  return {
    kind: ['Explorer'],
    name: title,
    figures: [
      { label: 'In all', value: number(things.length) },
      ...kinds.map(({ label, count }) => ({ label: inWords(label), value: number(count) })),
    ].slice(0, mostFigures),
    text: about,
    note: patch && (isCurrent(patch) ? patch.version : `As of ${patch.version}, ${patch.display_name}`),
  }
}
