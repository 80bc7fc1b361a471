import type { Columns } from '../../../api/model/columns.ts'
import { ownProperty } from '../../../api/model/values/own-property.ts'

export type Row = Record<string, unknown>

interface FieldChange {
  /** `gear_score`, `resistances.fire`, `entries[id.item.mossbread_1001|common].weight` */
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

/**
 * Compares rows field by field: objects recursively, objects in lists by the identity of the column, other lists as a
 * whole.
 */
export function diffRows(columns: Columns, before: Row, after: Row): FieldChange[] {
  return names(before, after).flatMap((name) =>
    diff(name, ownProperty(before, name), ownProperty(after, name), columns[name]?.identity),
  )
}

const names = (before: Row, after: Row) => [...new Set([...Object.keys(before), ...Object.keys(after)])]

function diff(path: string, before: unknown, after: unknown, identity?: readonly string[]): FieldChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  if (isRow(before) && isRow(after))
    return names(before, after).flatMap((name) =>
      diff(`${path}.${name}`, ownProperty(before, name), ownProperty(after, name)),
    )
  if (identity && Array.isArray(before) && Array.isArray(after)) {
    const found = diffElements(path, before, after, identity)
    if (found.length > 0) return found
  }
  return [{ path, before: before ?? null, after: after ?? null }]
}

function diffElements(path: string, before: unknown[], after: unknown[], identity: readonly string[]): FieldChange[] {
  const old = byIdentity(before, identity)
  const now = byIdentity(after, identity)
  return names(old, now).flatMap((key) => diff(`${path}[${key}]`, ownProperty(old, key), ownProperty(now, key)))
}

/** Elements by their identity. Several with the same one are numbered: `fire`, `fire#2`. */
function byIdentity(elements: readonly unknown[], identity: readonly string[]): Row {
  const found = new Map<string, unknown>()
  for (const element of elements) {
    const fields = isRow(element) ? element : {}
    const key = identity.flatMap((name) => fields[name] ?? []).join('|')
    let numbered = key
    for (let nth = 2; found.has(numbered); nth += 1) numbered = `${key}#${nth}`
    found.set(numbered, element)
  }
  return Object.fromEntries(found)
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
