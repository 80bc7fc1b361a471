import { listOf, type Value } from '../../model/values/codecs.ts'
import type { Columns, Reference } from '../../model/columns.ts'
import type { Params } from '../../model/values/params.ts'
import type { Resource } from '../../model/resource.ts'
import { isPart, partNames, partOf } from './parts.ts'
import type { RowObject, RowView } from './row-view.ts'
import type { StoredRow } from '../../model/store.ts'

/** Converts an embedded row to an object. */
type Show = (resource: Resource, row: StoredRow) => RowObject

const embeddables = new WeakMap<Columns, ReadonlyMap<string, Reference>>()

/** References that `embed` can name, by the name of their column and by their own name, if any; computed once per resource. */
export function embeddable(columns: Columns): ReadonlyMap<string, Reference> {
  const known = embeddables.get(columns)
  if (known) return known
  const fields = new Map<string, Reference>()
  for (const [name, { references = [] }] of Object.entries(columns)) {
    for (const reference of references) {
      if (reference.by !== 'id' || /\]\.|\[\]\[/.test(reference.path)) continue
      fields.set(name, reference)
      if (reference.as) fields.set(reference.as, reference)
    }
  }
  embeddables.set(columns, fields)
  return fields
}

/** The parameter `embed`: references in versioned catalogs, and parts of rows in any. */
export function embedParam(resource: Pick<Resource, 'columns' | 'mode' | 'parts'>): Params {
  const references = resource.mode.name === 'atPatch' ? [...embeddable(resource.columns).keys()] : []
  const names = [...references, ...partNames(resource)]
  if (names.length === 0) return {}
  return {
    embed: {
      codec: listOf(names),
      summary: 'Fields to show whole: ids are replaced by the rows they name, one level deep.',
    },
  }
}

/** Modifies `row`: replaces the ids in the named fields by their rows, keeping ids without a row, and adds the named parts. */
export function embedRows(
  resource: Resource,
  row: RowObject,
  stored: StoredRow,
  { fields, view, show }: { fields: Value; view: RowView; show: Show },
): void {
  const known = embeddable(resource.columns)
  for (const name of String(fields).split(',')) {
    if (isPart(resource, name)) row[name] = partOf(resource, stored, name, view, show)
    const reference = known.get(name)
    if (reference) replaceIn(row, reference.path.replace('[]', '').split('.'), (id) => rowOf(reference, id, view, show))
  }
}

function replaceIn(holder: RowObject, [step = '', ...rest]: readonly string[], replace: (id: string) => unknown): void {
  const value = holder[step]
  if (rest.length > 0) {
    if (typeof value === 'object' && value !== null) replaceIn(value as RowObject, rest, replace)
  } else if (Array.isArray(value))
    holder[step] = value.map((id: unknown) => (typeof id === 'string' ? replace(id) : id))
  else if (typeof value === 'string') holder[step] = replace(value)
}

function rowOf(reference: Reference, id: string, { store, scope }: RowView, show: Show): unknown {
  for (const name of reference.to) {
    const target = store.resource(name)
    if (!target?.columns.id?.kind || !id.startsWith(`id.${target.columns.id.kind}.`)) continue
    const row = store.row(target, scope, id)
    if (row) return show(target, row)
  }
  return id
}
