import { assetUrl } from '../../../../data/api/asset-names.ts'
import type { Card } from '../../../cards/card.ts'
import { isCurrent } from '../at-patch.ts'
import { attributeLabels } from '../attribute-labels.ts'
import { attributeLines } from '../attribute-lines.ts'
import { titleOf } from '../explorer.ts'
import { labelOf } from '../labels.ts'
import type { LoadedThing } from '../loaded-thing.ts'
import { portraitOf } from '../thing-assets.ts'
import { textOf } from '../thing-text.ts'
import { inWords } from '../words.ts'
import { cardFigures, kindColumns } from './card-figures.ts'

/** The card of a thing's page. It changes when the thing does: a patch that left it alone leaves its card alone. */
export async function cardOfThing(thing: LoadedThing, locals: App.Locals): Promise<Card> {
  const { row, name, list } = thing
  const { rarity } = row
  const labels = Object.keys(row).some((column) => column.startsWith('primary_'))
    ? await attributeLabels(locals, thing.patch)
    : []
  const portrait = thing.icon === undefined ? await portraitOf(thing, locals) : undefined
  const kinds = kindColumns(thing).map((column) => inWords(labelOf(thing, column, String(row[column]))))
  const figures = cardFigures(thing, attributeLines(row, 'primary', labels))
  return {
    kind: [...new Set([titleOf(list), ...kinds])].slice(0, 4),
    name,
    ...(typeof rarity === 'string' && { rarity: { slug: rarity, word: inWords(labelOf(thing, 'rarity', rarity)) } }),
    figures,
    text: textOf(row) ?? (figures.length === 0 ? list.resource?.about : undefined),
    note: noteOf(thing),
    picture: thing.icon ?? (portrait?.hash && assetUrl(portrait.hash)),
  }
}

/** What the card shows, for those who do not see it. */
export function altOfThing({ name, row }: Pick<LoadedThing, 'name' | 'row'>, grade = row.rarity): string {
  const rarity = typeof grade === 'string' ? `, ${inWords(grade).toLowerCase()}` : ''
  return `${name}${rarity}: its picture and its key figures`
}

function noteOf({ patch, history }: LoadedThing): string {
  if (patch && !isCurrent(patch)) return `As of ${patch.version}, ${patch.display_name}`
  const last = history.at(-1)
  return last ? `${last.change === 'added' ? 'Since' : 'Changed in'} ${last.version}` : ''
}
