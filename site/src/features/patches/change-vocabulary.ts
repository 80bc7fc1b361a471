import { localizedPatch } from '../../request/at-patch.ts'
import type { RowLookup } from '../../request/row-lookup.ts'
import { attributeLabels } from '../../request/thing/attribute-labels.ts'
import { attributesOf } from '../../request/thing/attribute-lines.ts'
import { humanizeId } from '../../format/humanize.ts'
import type { Vocabulary } from './change-lines.ts'

/** What attributes and rows are called in the reader's language, by the current patch. */
export async function changeVocabulary(locals: App.Locals, lookup?: RowLookup): Promise<Vocabulary> {
  const current = locals.patches.current()
  const labels = await attributeLabels(locals, current && localizedPatch(current, locals.locale))
  return {
    t: locals.t,
    attributes: attributesOf(labels),
    attributeIds: new Map(labels.map(({ field, id }) => [String(field), String(id)])),
    nameOf: (id) => lookup?.find(id)?.name ?? humanizeId(id),
    units: new Map(
      [...locals.api.resources.values()].flatMap(({ columns }) =>
        Object.entries(columns).flatMap(([name, { unit }]) => (unit ? [[name, unit] as const] : [])),
      ),
    ),
  }
}
