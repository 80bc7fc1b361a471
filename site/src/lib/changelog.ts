import type { PatchIndex } from '../../../data/api/patches.ts'
import type { Ask, Asked } from './ask.ts'
import { keeper } from './keeper.ts'
import type { FieldChange } from './loaded-thing.ts'

export const changeKinds = ['added', 'changed', 'removed'] as const

export interface Change {
  readonly resource: string
  readonly id: string
  readonly name: string | null
  readonly change: (typeof changeKinds)[number]
  readonly fields: readonly FieldChange[]
}

type ChangeCounts = Readonly<Record<Change['change'], number>>

export interface Changelog {
  readonly parent: { readonly id: number; readonly version: string; readonly display_name: string }
  readonly summary: Readonly<Record<string, ChangeCounts>>
  readonly changes: readonly Change[]
}

/** What the reader wants to see of a changelog, as the page's URL says. */
export interface ChangeFilter {
  readonly resource: string
  readonly kind: string
  /** Part of a name or an id. */
  readonly part: string
  readonly page: number
}

export const changesPerPage = 100

export const changelogOf = ({ status, json }: Asked): Changelog | undefined =>
  status === 200 ? (json as { body: Changelog }).body : undefined

const counted = keeper<ChangeCounts | undefined>(Infinity)

/** How many rows a patch changed in all; nothing where it has no parent. A changelog is long, so it is read once. */
export const changeCounts = ({ ask, patches }: { ask: Ask; patches: PatchIndex }, patchId: number) =>
  // What cannot be read now is asked for again by the next page.
  counted(patches, String(patchId), () => countChanges(ask, patchId)).catch(() => undefined)

async function countChanges(ask: Ask, patchId: number): Promise<ChangeCounts | undefined> {
  const answer = await ask(`/v2/patches/${patchId}/changelog`)
  if (answer.status === 404) return undefined
  const log = changelogOf(answer)
  if (!log) throw new Error(`${answer.target}: ${answer.status}`)
  const total = (kind: Change['change']) => Object.values(log.summary).reduce((sum, counts) => sum + counts[kind], 0)
  return { added: total('added'), changed: total('changed'), removed: total('removed') }
}

export function changeFilterOf(search: URLSearchParams): ChangeFilter {
  const page = Number(search.get('page') ?? '1')
  return {
    resource: search.get('resource') ?? '',
    kind: search.get('kind') ?? '',
    part: (search.get('q') ?? '').toLowerCase(),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

export function selected({ changes }: Changelog, { resource, kind, part }: ChangeFilter): readonly Change[] {
  return changes.filter(
    (one) =>
      (resource === '' || one.resource === resource) &&
      (kind === '' || one.change === kind) &&
      (part === '' || one.id.includes(part) || (one.name?.toLowerCase().includes(part) ?? false)),
  )
}
