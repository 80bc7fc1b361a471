import { diffRows, type Row } from './diff-rows.ts'
import { classesOf, isImported, type Resource } from '../../../api/model/resource.ts'
import type { Change } from '../../../api/model/store.ts'
import { keyExpression, searchTable } from '../catalog-schema.ts'
import type { RowSource } from '../rows/scope-rows.ts'
import { RowBodies } from './row-bodies.ts'
import type { Steps } from '../../../api/model/values/steps.ts'
import { WholesOfParts } from './wholes-of-parts.ts'

/** A change of a row itself, without its parts. */
export interface RowChange extends Omit<Change, 'parts'> {
  /** The body of a row that was added or removed, otherwise null. */
  readonly bodyId: number | null
}

/** Says that the change of a part also belongs to its whole, which exists before and after. */
export interface PartLink {
  readonly whole: Pick<Change, 'resource' | 'id'>
  readonly part: Pick<Change, 'resource' | 'id'>
}

/** The difference between two scopes: changed rows by resource, then id, and which of them are parts of others. */
export interface ScopeDifference {
  readonly changes: readonly RowChange[]
  readonly links: readonly PartLink[]
}

type Bodies = ReadonlyMap<string, number>

const rowsPerStep = 400

export const changeKey = ({ resource, id }: Pick<Change, 'resource' | 'id'>): string => `${resource} ${id}`

export const byKey = (a: Pick<Change, 'resource' | 'id'>, b: Pick<Change, 'resource' | 'id'>): number =>
  compare(a.resource, b.resource) || compare(a.id, b.id)

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Computes the difference between the scopes `from` and `to`. `captured_at` is not compared. */
export function* differenceOf(stored: RowSource, from: number, to: number): Steps<ScopeDifference> {
  const { api } = stored
  const found = new Map<string, RowChange>()
  const bodies = new RowBodies(stored)
  const wholes = new WholesOfParts(stored, bodies)
  const imported = [...api.resources.values()].filter(isImported).sort((a, b) => compare(a.name, b.name))
  for (const resource of imported)
    for (const change of yield* changesWithin(stored, resource, bodies, from, to)) {
      found.set(changeKey(change), change)
      yield
    }
  const links: PartLink[] = []
  for (const part of [...found.values()]) {
    yield
    const whole = api.resources.get(api.resources.get(part.resource)?.partOf ?? '')
    if (!whole) continue
    for (const id of wholes.of(part, [from, to])) {
      const key = changeKey({ resource: whole.name, id })
      const change = found.get(key) ?? unchanged(whole, id, bodies, from, to)
      if (change?.change !== 'changed') continue
      found.set(key, change)
      links.push({ whole: { resource: whole.name, id }, part: { resource: part.resource, id: part.id } })
    }
  }
  const changes = [...found.values()].sort(byKey)
  yield
  return { changes, links }
}

function* changesWithin(stored: RowSource, resource: Resource, bodies: RowBodies, from: number, to: number) {
  const before: Bodies = yield* bodiesOnlyAt(stored, resource, from, to)
  const after: Bodies = yield* bodiesOnlyAt(stored, resource, to, from)
  const changes: RowChange[] = []
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    yield
    changes.push(changeOf(resource, id, bodies, [before.get(id), after.get(id)]))
  }
  return changes
}

/** The bodies of rows that the scope `own` has and `other` lacks, by key. */
function* bodiesOnlyAt({ db, rows }: RowSource, resource: Resource, own: number, other: number): Steps<Bodies> {
  const others = rows.of(resource, other)
  yield
  const { bodyIds } = rows.of(resource, own)
  const sql = `SELECT ${keyExpression(resource)} FROM ${searchTable(resource)} AS search WHERE body_id = ?`
  const keyOf = db.prepare<[number], string | number>(sql).pluck()
  const found = new Map<string, number>()
  for (const [row, bodyId] of bodyIds.entries()) {
    if (row % rowsPerStep === 0) yield
    if (others.rowOf(bodyId) === undefined) found.set(String(keyOf.get(bodyId)), bodyId)
  }
  return found
}

type BodyIds = readonly [before: number | undefined, after: number | undefined]

function changeOf(resource: Resource, id: string, bodies: RowBodies, [old, now]: BodyIds): RowChange {
  const before = bodies.row(old)
  const after = bodies.row(now)
  return {
    ...described(resource, id, before, after),
    change: before && after ? 'changed' : after ? 'added' : 'removed',
    fields: JSON.stringify(before && after ? diffRows(resource.columns, before, after) : []),
    bodyId: before && after ? null : (now ?? old ?? null),
  }
}

/** The change of a row of which only parts changed; undefined unless both scopes have the row. */
function unchanged(resource: Resource, id: string, bodies: RowBodies, from: number, to: number): RowChange | undefined {
  const after = bodies.find(resource, id, to)
  if (!after || !bodies.find(resource, id, from)) return undefined
  return { ...described(resource, id, after, after), change: 'changed', fields: '[]', bodyId: null }
}

function described(resource: Resource, id: string, before: Row | undefined, after: Row | undefined) {
  const { name, title } = after ?? before ?? {}
  const displayName = name ?? title
  const classes = [before, after].flatMap((row) => (row ? classesOf(resource, row) : []))
  return {
    ...{ resource: resource.name, id },
    name: typeof displayName === 'string' ? displayName : null,
    classes: [...new Set(classes)].sort(),
  }
}
