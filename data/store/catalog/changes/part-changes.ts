import type { Api } from '../../../api/model/api.ts'
import { diffRows } from './diff-rows.ts'
import type { Change, PartChange } from '../../../api/model/store.ts'
import type { RowBodies } from './row-bodies.ts'
import { byKey, changeKey, type RowChange, type ScopeDifference } from './scope-difference.ts'
import type { Steps } from '../../../api/model/values/steps.ts'

/** Returns the changes of a difference, each with the changes of its parts. */
export function* withParts(api: Api, { changes, links }: ScopeDifference, bodies: RowBodies): Steps<Change[]> {
  const byRow = new Map<string, RowChange>()
  for (const change of changes) {
    yield
    byRow.set(changeKey(change), change)
  }
  const partChanges = new Map<string, PartChange>()
  const partsOf = new Map<string, PartChange[]>()
  for (const { whole, part } of links) {
    yield
    const key = changeKey(part)
    const changed = byRow.get(key)
    const known = partChanges.get(key) ?? (changed && partChange(api, changed, bodies))
    if (!known) continue
    partChanges.set(key, known)
    const parts = partsOf.get(changeKey(whole))
    if (parts) parts.push(known)
    else partsOf.set(changeKey(whole), [known])
  }
  const joined: Change[] = []
  for (const change of changes) {
    yield
    joined.push(joinedChange(change, partsOf.get(changeKey(change))))
  }
  return joined
}

const joinedChange = ({ bodyId: _bodyId, ...change }: RowChange, parts: PartChange[] = []): Change => ({
  ...change,
  parts: parts.sort(byKey),
})

/**
 * Converts the change of a row to the change of a part. If it was added or removed, all its fields count as changed.
 */
export function partChange(api: Api, { resource, id, name, change, fields, bodyId }: RowChange, bodies: RowBodies) {
  const { columns = {} } = api.resources.get(resource) ?? {}
  const row = bodies.row(bodyId) ?? {}
  const found: object[] = {
    added: () => diffRows(columns, {}, row),
    removed: () => diffRows(columns, row, {}),
    changed: () => JSON.parse(fields) as object[],
  }[change]()
  return { resource, id, name, fields: found.map((field) => JSON.stringify(field)) } satisfies PartChange
}
