import type { Derived } from './columns.ts'
import { embedRows } from './embed.ts'
import type { Texts } from './locales.ts'
import type { Resource } from './resource.ts'
import type { RowObject, RowView } from './row-view.ts'
import type { StoredRow } from './store.ts'

/** JSON text of a row. Stored text is spliced, not parsed, unless the view changes what is inside. */
export function rowText(resource: Resource, row: StoredRow, view: RowView): string {
  if (!view.condense || view.embed !== undefined || (view.texts && isLocalizable(resource)))
    return JSON.stringify(rowObject(resource, row, view))
  let derived = ''
  for (const [name, value] of derivedValues(resource, row, view)) derived += `,"${name}":${JSON.stringify(value)}`
  return derived === '' ? row.text : `${row.text.slice(0, -1)}${derived}}`
}

/** A row as an object, for answers that build on its values. */
export function rowObject(resource: Resource, row: StoredRow, view: RowView): RowObject {
  const stored = JSON.parse(row.text) as RowObject
  if (view.texts) localize(resource, stored, view.texts)
  if (view.embed !== undefined)
    embedRows(resource, stored, view.embed, view, (target, held) =>
      rowObject(target, held, { ...view, embed: undefined }),
    )
  const shown = view.condense ? stored : withNulls(resource, stored, view)
  for (const [name, value] of derivedValues(resource, row, view)) shown[name] = value
  return shown
}

const isLocalizable = (resource: Resource) => Object.values(resource.columns).some((column) => column.localizable)

function localize(resource: Resource, row: RowObject, texts: Texts): void {
  for (const [name, column] of Object.entries(resource.columns)) {
    const value = row[name]
    if (column.localizable && typeof value === 'string') row[name] = texts.get(value) ?? value
  }
}

function withNulls(resource: Resource, row: RowObject, view: RowView): RowObject {
  const full: RowObject = {}
  for (const name of view.store.columnsOf(resource, view.scope)) full[name] = row[name] ?? null
  return full
}

function derivedValues(resource: Resource, row: StoredRow, view: RowView): [name: string, value: unknown][] {
  const derived: [string, unknown][] = []
  for (const [name, column] of Object.entries(resource.columns)) {
    if (!column.derived) continue
    const value = derivedValue(column.derived, row, view)
    if (value !== null || !view.condense) derived.push([name, value])
  }
  return derived
}

function derivedValue(derived: Derived, row: StoredRow, view: RowView): string | number | null {
  switch (derived) {
    case 'position':
      return row.position
    case 'patch_id':
      return view.patch?.id ?? null
    case 'patch_version':
      return view.store.patches.byId(row.sincePatchId)?.version ?? null
    case 'captured_at':
      return row.capturedAt
  }
}
