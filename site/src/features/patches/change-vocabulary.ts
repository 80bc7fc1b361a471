import { scopeOf } from '../../../../data/api/model/store.ts'
import { localizedPatch } from '../../request/at-patch.ts'
import { rowLookup, type RowLookup } from '../../request/row-lookup.ts'
import { attributeLabels } from '../../request/thing/attribute-labels.ts'
import { attributesOf } from '../../request/thing/attribute-lines.ts'
import { facetsAt, labelsOf } from '../../request/facets.ts'
import type { Vocabulary } from './change-lines.ts'
import { nameInWords } from './format-field.ts'

/** Returns the names of attributes and rows, and other texts, in the language of the page at the current patch. */
export async function changeVocabulary(locals: App.Locals, lookup?: RowLookup): Promise<Vocabulary> {
  const current = locals.patches.current()
  const at = current && localizedPatch(current, locals.locale)
  const labels = await attributeLabels(locals, at)
  const rarities = labelsOf(await facetsAt(locals, at), 'items', 'rarity')
  const texts = locals.catalog.texts(scopeOf(at), locals.locale)
  const nameOfId = lookup ? namesThroughPatches(locals, lookup) : () => undefined
  return {
    t: locals.t,
    attributes: attributesOf(labels),
    attributeIds: new Map(labels.map(({ field, id }) => [String(field), String(id)])),
    nameOf: (text) => nameOfId(text) ?? rarities[text]?.label ?? texts?.get(text) ?? nameInWords(text),
    units: new Map(
      [...locals.api.resources.values()].flatMap(({ columns }) =>
        Object.entries(columns).flatMap(([name, { unit }]) => (unit ? [[name, unit] as const] : [])),
      ),
    ),
  }
}

/** Number of earlier patches in which names of removed things are looked up. */
const maxPatches = 6

/** Returns a function for the name of an id in the newest patch that has it; undefined for other texts. */
function namesThroughPatches(locals: App.Locals, lookup: RowLookup): (id: string) => string | undefined {
  const { patches, locale } = locals
  const current = patches.current()
  const older = patches.all
    .filter(({ branch, id }) => branch === current?.branch && id !== current.id)
    .slice(-maxPatches)
    .toReversed()
    .map((patch) => lazy(() => rowLookup(locals, localizedPatch(patch, locale))))
  const cache = new Map<string, string | undefined>()
  return (id) => {
    if (!id.startsWith('id.')) return undefined
    if (!cache.has(id)) cache.set(id, nameIn([() => lookup, ...older], id))
    return cache.get(id)
  }
}

function nameIn(lookups: readonly (() => RowLookup)[], id: string): string | undefined {
  for (const lookup of lookups) {
    const found = lookup().find(id)
    if (found) return found.name
  }
  return undefined
}

function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
