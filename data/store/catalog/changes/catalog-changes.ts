import type { Statement } from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { PatchIndex } from '../../../api/model/patches.ts'
import type { Resource } from '../../../api/model/resource.ts'
import type { Change, PatchChange } from '../../../api/model/store.ts'
import { partChange, withParts } from './part-changes.ts'
import { RowBodies } from './row-bodies.ts'
import { byKey, differenceOf, type PartLink, type RowChange, type ScopeDifference } from './scope-difference.ts'
import { runSynchronously, runInSlices, type Steps } from '../../../api/model/values/steps.ts'
import type { RowSource } from '../rows/scope-rows.ts'

interface StoredChange extends Omit<RowChange, 'classes' | 'bodyId'> {
  readonly patch_id: number
  /** JSON text. */
  readonly classes: string
  readonly body_id: number | null
}
interface StoredLink {
  readonly resource: string
  readonly id: string
  readonly part_resource: string
  readonly part_id: string
}

const rowsPerStep = 200
const cachedDifferences = 4

/** The changes of patches, which imports have stored, and the differences between any two patches. */
export class CatalogChanges {
  readonly #stored: RowSource
  readonly #patches: PatchIndex
  readonly #bodies: RowBodies
  readonly #ofRow: Statement<[string, string], StoredChange>
  readonly #partsOfRow: Statement<[string, string], StoredChange>
  readonly #differences = new LRUCache<string, readonly Change[]>({ max: cachedDifferences })
  /** Computes one difference at a time, so that their slices do not add up. */
  readonly #prepareInSequence = pLimit(1)

  constructor(stored: RowSource, patches: PatchIndex) {
    const { db } = stored
    this.#stored = stored
    this.#patches = patches
    this.#bodies = new RowBodies(stored)
    this.#ofRow = db.prepare('SELECT * FROM changes WHERE resource = ? AND id = ?')
    this.#partsOfRow = db.prepare(
      `SELECT part.* FROM part_changes AS link
       JOIN changes AS part ON part.patch_id = link.patch_id AND part.resource = part_resource AND part.id = part_id
       WHERE link.resource = ? AND link.id = ?`,
    )
  }

  changesOf({ name }: Resource, id: string): readonly PatchChange[] {
    const parts = this.#partsOfRow.all(name, id)
    return this.#ofRow.all(name, id).map(({ patch_id, ...stored }) => ({
      ...withoutBody(rowChange(stored)),
      patch_id,
      parts: parts
        .filter((part) => part.patch_id === patch_id)
        .map((part) => partChange(this.#stored.api, rowChange(part), this.#bodies))
        .sort(byKey),
    }))
  }

  difference(from: number, to: number): readonly Change[] {
    const key = `${from} ${to}`
    const known = this.#differences.get(key) ?? runSynchronously(this.#compared(from, to))
    this.#differences.set(key, known)
    return known
  }

  prepareDifference(from: number, to: number): Promise<void> {
    const key = `${from} ${to}`
    return this.#prepareInSequence(async () => {
      if (!this.#differences.has(key)) this.#differences.set(key, await runInSlices(this.#compared(from, to)))
    })
  }

  /** Changes of a patch against its parent are stored; other differences are computed from the rows. */
  *#compared(from: number, to: number): Steps<Change[]> {
    if (from === to) return []
    if (this.#patches.byId(to)?.parent_patch_id === from) return yield* this.#storedChanges(to)
    return yield* withParts(this.#stored.api, yield* differenceOf(this.#stored, from, to), this.#bodies)
  }

  *#storedChanges(patchId: number): Steps<Change[]> {
    const changes: RowChange[] = []
    for (const stored of yield* this.#read<StoredChange>('changes', ['resource', 'id'], patchId)) {
      yield
      changes.push(rowChange(stored))
    }
    const keyOfLink = ['resource', 'id', 'part_resource', 'part_id'] as const
    const links = yield* this.#read<StoredLink>('part_changes', keyOfLink, patchId)
    const difference: ScopeDifference = { changes, links: links.map(partLink) }
    return yield* withParts(this.#stored.api, difference, this.#bodies)
  }

  /** Reads the rows of a patch in a table in the order of its key, some at a time. */
  *#read<Row extends object>(table: string, key: readonly (keyof Row & string)[], patchId: number): Steps<Row[]> {
    const columns = key.join(', ')
    const sql = `SELECT * FROM ${table} WHERE patch_id = ? AND (${columns}) > (${key.map(() => '?').join(', ')})
      ORDER BY ${columns} LIMIT ${rowsPerStep}`
    const statement = this.#stored.db.prepare<unknown[], Row>(sql)
    const rows: Row[] = []
    for (let last: Row | undefined, isWhole = false; !isWhole; last = rows.at(-1)) {
      yield
      const some = statement.all(patchId, ...key.map((name) => last?.[name] ?? ''))
      rows.push(...some)
      isWhole = some.length < rowsPerStep
    }
    return rows
  }
}

const rowChange = ({
  resource,
  id,
  name,
  change,
  fields,
  classes,
  body_id,
}: Omit<StoredChange, 'patch_id'>): RowChange => ({
  ...{ resource, id, name, change, fields },
  classes: JSON.parse(classes) as string[],
  bodyId: body_id,
})

const withoutBody = ({ bodyId: _bodyId, ...change }: RowChange) => change

const partLink = ({ resource, id, part_resource, part_id }: StoredLink): PartLink => ({
  whole: { resource, id },
  part: { resource: part_resource, id: part_id },
})
