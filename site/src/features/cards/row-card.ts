import { inEnglish } from '../../messages/catalogs.ts'
import { assetUrl } from '../../../../data/api/model/values/asset-names.ts'
import type { Card } from '../../../cards/card.ts'
import { isCurrent } from '../../request/at-patch.ts'
import { attributeLabels } from '../../request/thing/attribute-labels.ts'
import { attributeLines } from '../../request/thing/attribute-lines.ts'
import { titleOf } from '../../request/explorer.ts'
import { labelOf } from '../../request/thing/labels.ts'
import type { RowDetail } from '../../request/thing/row-detail.ts'
import { portraitOf } from '../../request/thing/row-assets.ts'
import { textOf } from '../../request/thing/row-text.ts'
import { humanize } from '../../format/humanize.ts'
import { cardFigures, kindColumns } from './card-figures.ts'

/**
 * Returns the card of a row's page. Its note names the patch that last changed the row, so that a card of the current patch
 * only changes when the row does.
 */
export async function rowCard(detail: RowDetail, locals: App.Locals): Promise<Card> {
  const { row, name, list } = detail
  const { rarity } = row
  const labels = Object.keys(row).some((column) => column.startsWith('primary_'))
    ? await attributeLabels(locals, detail.patch)
    : []
  const portrait = detail.icon === undefined ? await portraitOf(detail, locals) : undefined
  const kinds = kindColumns(detail).map((column) => humanize(labelOf(detail, column, String(row[column]))))
  const figures = cardFigures(detail, attributeLines(row, 'primary', labels, inEnglish))
  return {
    kind: [...new Set([titleOf(list, inEnglish), ...kinds])].slice(0, 4),
    name,
    ...(typeof rarity === 'string' && { rarity: { slug: rarity, word: humanize(labelOf(detail, 'rarity', rarity)) } }),
    figures,
    text: textOf(row) ?? (figures.length === 0 ? list.resource?.description : undefined),
    note: noteOf(detail),
    picture: detail.icon ?? (portrait?.hash && assetUrl(portrait.hash)),
  }
}

function noteOf({ patch, history }: RowDetail): string {
  if (patch && !isCurrent(patch)) return `As of ${patch.version}, ${patch.display_name}`
  const last = history.at(-1)
  return last ? `${last.change === 'added' ? 'Since' : 'Changed in'} ${last.version}` : ''
}
