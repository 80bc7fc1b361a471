import { localizedPatch } from '../../request/at-patch.ts'
import type { RowLookup } from '../../request/row-lookup.ts'
import { attributeLabels } from '../../request/thing/attribute-labels.ts'
import { attributesOf } from '../../request/thing/attribute-lines.ts'
import { facetsAt, labelsOf } from '../../request/facets.ts'
import type { Vocabulary } from './change-lines.ts'
import { nameInWords } from './format-field.ts'

/** What attributes and rows are called in the reader's language, by the current patch. */
export async function changeVocabulary(locals: App.Locals, lookup?: RowLookup): Promise<Vocabulary> {
  const current = locals.patches.current()
  const at = current && localizedPatch(current, locals.locale)
  const labels = await attributeLabels(locals, at)
  const rarities = labelsOf(await facetsAt(locals, at), 'items', 'rarity')
  return {
    t: locals.t,
    attributes: attributesOf(labels),
    attributeIds: new Map(labels.map(({ field, id }) => [String(field), String(id)])),
    nameOf: (text) => lookup?.find(text)?.name ?? rarities[text]?.label ?? nameInWords(text),
    units: new Map(
      [...locals.api.resources.values()].flatMap(({ columns }) =>
        Object.entries(columns).flatMap(([name, { unit }]) => (unit ? [[name, unit] as const] : [])),
      ),
    ),
  }
}
