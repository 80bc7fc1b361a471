import { assetUrl } from '../../../../data/api/asset-names.ts'
import type { Card } from '../../../cards/card.ts'
import { pageOf } from '../ask.ts'
import { isCurrent } from '../at-patch.ts'
import { attributeLines } from '../attribute-lines.ts'
import { titleOf } from '../explorer.ts'
import type { LoadedThing } from '../loaded-thing.ts'
import { textOf } from '../thing-text.ts'
import { inWords } from '../words.ts'
import { cardFigures, kindColumns, labelOf } from './card-figures.ts'

/** The card of a thing's page. It changes when the thing does: a patch that left it alone leaves its card alone. */
export async function cardOfThing(thing: LoadedThing, { api, ask }: App.Locals): Promise<Card> {
  const { row, name, list } = thing
  const { rarity } = row
  const labels = Object.keys(row).some((column) => column.startsWith('primary_'))
    ? pageOf(await ask(thing.at('/v2/attributes', { limit: '250', locale: thing.patch?.locale ?? 'en' }))).rows
    : []
  const kinds = kindColumns(thing).map((column) => inWords(labelOf(thing, column, String(row[column]))))
  const figures = cardFigures(thing, attributeLines(row, 'primary', labels))
  return {
    kind: [...new Set([titleOf(list).title, ...kinds])].slice(0, 4),
    name,
    ...(typeof rarity === 'string' && { rarity: { slug: rarity, word: inWords(labelOf(thing, 'rarity', rarity)) } }),
    figures,
    text: textOf(row) ?? (figures.length === 0 ? list.resource?.about : undefined),
    note: noteOf(thing),
    picture: thing.icon ?? (await portraitOf(thing, { api, ask })),
  }
}

/** What the card shows, for those who do not see it. */
export function altOfThing({ name, row }: Pick<LoadedThing, 'name' | 'row'>): string {
  const rarity = typeof row.rarity === 'string' ? `, ${inWords(row.rarity).toLowerCase()}` : ''
  return `${name}${rarity}: its picture and its key figures`
}

function noteOf({ patch, history }: LoadedThing): string {
  if (patch && !isCurrent(patch)) return `As of ${patch.version}, ${patch.display_name}`
  const last = history.at(-1)
  return last ? `${last.change === 'added' ? 'Since' : 'Changed in'} ${last.version}` : ''
}

/** The address of a picture that rows of its kind do not show but have an endpoint for. */
async function portraitOf(
  { list, id, at }: LoadedThing,
  { api, ask }: Pick<App.Locals, 'api' | 'ask'>,
): Promise<string | undefined> {
  const endpoint = api.endpoints.find(({ path, linked = '' }) => {
    const asset = list.resource?.columns[linked]?.asset
    return path.startsWith(`${list.path}/{id}/`) && asset?.shown === 'hidden' && asset.media.startsWith('image/')
  })
  if (!endpoint) return undefined
  const { status, headers } = await ask(at(endpoint.path.replace('{id}', encodeURIComponent(id))))
  const [, hash] = /^"([0-9a-f]{64})"$/.exec(headers.etag ?? '') ?? []
  return status === 200 && hash ? assetUrl(hash) : undefined
}
