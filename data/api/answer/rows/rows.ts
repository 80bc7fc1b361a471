import type { Derived } from '../../model/columns.ts'
import { assetUrl } from '../../model/values/asset-names.ts'
import { embedRows } from './embed.ts'
import { partRows } from './parts.ts'
import type { FieldChoice } from '../../model/row-params.ts'
import type { Texts } from '../../model/values/locales.ts'
import { ownProperty } from '../../model/values/own-property.ts'
import type { Resource } from '../../model/resource.ts'
import { rowColumns, type AddedColumn } from './row-columns.ts'
import type { RowObject, RowView } from './row-view.ts'
import type { StoredRow } from '../../model/store.ts'

/** The JSON text of a row. */
export const rowText = (resource: Resource, row: StoredRow, view: RowView): string => textOfRows(resource, view)(row)

/** Returns a function for the JSON text of a row. Stored text is parsed only if the view changes existing fields. */
export function textOfRows(resource: Resource, view: RowView): (row: StoredRow) => string {
  const names = view.embed === undefined ? [] : [...new Set(String(view.embed).split(','))]
  if (!isUnchangedInside(resource, view) || !names.every((name) => addsField(resource, name)))
    return (row) => JSON.stringify(rowObject(resource, row, view))
  const { added } = rowColumns(resource.columns)
  return (row) => {
    let text = ''
    for (const name of names) text += `,"${name}":[${partTexts(resource, row, name, view).join(',')}]`
    for (const column of added) {
      const value = addedValue(column, row, view)
      if (value !== null) text += `${column.prefix}${typeof value === 'number' ? value : JSON.stringify(value)}`
    }
    return text === '' ? row.text : `${row.text.slice(0, -1)}${text}}`
  }
}

/** Whether rows are displayed as stored, apart from derived columns, so that they are cheap to serialize. */
export const isStoredText = (resource: Resource, view: RowView): boolean =>
  view.embed === undefined && isUnchangedInside(resource, view)

/** Whether the stored fields of rows are displayed unchanged; fields may still be added. */
const isUnchangedInside = (resource: Resource, view: RowView): boolean =>
  view.condense && !view.fields && !(view.texts && isLocalizable(resource))

/** Whether embedding `name` adds a field with rows of another resource, rather than replacing something in the row. */
const addsField = ({ columns, parts = {} }: Resource, name: string): boolean =>
  Object.hasOwn(parts, name) && !Object.hasOwn(columns, name)

function partTexts(resource: Resource, row: StoredRow, name: string, view: RowView): string[] {
  const partView = { ...view, embed: undefined }
  return partRows(resource, row, name, view).map(([part, partRow]) => rowText(part, partRow, partView))
}

/** A row as an object, for answers that build on its values. */
export function rowObject(resource: Resource, row: StoredRow, view: RowView): RowObject {
  const stored = JSON.parse(row.text) as RowObject
  if (view.texts) localize(resource, stored, view.texts)
  if (view.embed !== undefined)
    embedRows(resource, stored, row, {
      fields: view.embed,
      view,
      show: (target, embedded) => rowObject(target, embedded, { ...view, embed: undefined, fields: undefined }),
    })
  const displayed = view.condense ? stored : withNulls(resource, stored, view)
  for (const column of rowColumns(resource.columns).added) {
    const value = addedValue(column, row, view)
    if (value !== null || !view.condense) displayed[column.displayedName] = value
  }
  return view.fields ? pickFields(displayed, view.fields) : displayed
}

/** A copy of a row with the selected columns only. */
export const pickFields = (row: RowObject, isWanted: FieldChoice): RowObject =>
  Object.fromEntries(Object.entries(row).filter(([name]) => isWanted(name)))

const isLocalizable = ({ columns }: Resource) => rowColumns(columns).localizable.length > 0

function localize({ columns }: Resource, row: RowObject, texts: Texts): void {
  for (const name of rowColumns(columns).localizable) {
    const value = row[name]
    if (typeof value === 'string') row[name] = texts.get(value) ?? value
  }
}

function withNulls(resource: Resource, row: RowObject, view: RowView): RowObject {
  const full: RowObject = {}
  for (const name of view.store.columnsOf(resource, view.scope)) full[name] = ownProperty(row, name) ?? null
  return { ...full, ...row }
}

const addedValue = ({ name, derived }: AddedColumn, row: StoredRow, view: RowView): string | number | null =>
  derived ? derivedValue(derived, row, view) : assetAddress(name, row)

/** The URL of an asset whose hash is in the detail of a row; null if there is none. */
function assetAddress(name: string, { detail }: StoredRow): string | null {
  const hash = (JSON.parse(detail ?? '{}') as RowObject)[name]
  return typeof hash === 'string' ? assetUrl(hash) : null
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
      return row.capturedAt === null ? null : toRfc3339(row.capturedAt)
  }
}

/** Completes an ISO 8601 time to RFC 3339: a missing offset becomes UTC, missing seconds become 0. */
export function toRfc3339(time: string): string {
  if (/(Z|[+-]\d\d:\d\d)$/.test(time)) return time
  return /T\d\d:\d\d$/.test(time) ? `${time}:00Z` : `${time}Z`
}
