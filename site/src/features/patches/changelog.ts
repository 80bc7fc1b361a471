import type { Patch } from '../../../../data/api/model/patches.ts'
import { jsonOf } from '../../format/api-response.ts'
import { cachedPerCatalog } from '../../request/cached-per-catalog.ts'
import type { FieldChange } from '../../request/thing/row-detail.ts'

export const changeKinds = ['added', 'changed', 'removed'] as const

export interface Change {
  readonly resource: string
  readonly id: string
  readonly name: string | null
  readonly change: (typeof changeKinds)[number]
  readonly fields: readonly FieldChange[]
}

/**
 * Splits the id of a change. The id of a part of a row is the id of the row and its own:
 * `id.monster.bog_wight id.monster_ability.grasp`. For other rows, `row` and `own` are equal.
 */
export function splitChangeId(id: string): { readonly row: string; readonly own: string } {
  const [row = id, own = row] = id.split(' ')
  return { row, own }
}

type ChangeCounts = Readonly<Record<Change['change'], number>>

/** Number of rows that a patch changed, by resource. */
export type ChangeSummary = Readonly<Record<string, ChangeCounts>>

/** Loads the summary of the changes of a patch, which must have a parent. The changes themselves may be megabytes. */
export async function loadChangeSummary(
  { fetchApi }: Pick<App.Locals, 'fetchApi'>,
  { id }: Pick<Patch, 'id'>,
): Promise<ChangeSummary> {
  const answer = await fetchApi(`/v2/patches/diff?to=${id}&limit=1`)
  return (jsonOf(answer) as { summary: ChangeSummary } | undefined)?.summary ?? {}
}

const counts = cachedPerCatalog<ChangeCounts>('changes')

/** Loads the number of rows that a patch changed in total, or returns undefined if it has no parent. */
export async function loadChangeCounts(
  locals: Pick<App.Locals, 'fetchApi' | 'pageCache'>,
  patch: Pick<Patch, 'id' | 'parent_patch_id'>,
): Promise<ChangeCounts | undefined> {
  if (patch.parent_patch_id === null) return undefined
  return counts(locals.pageCache, String(patch.id), async () => {
    const summary = Object.values(await loadChangeSummary(locals, patch))
    const total = (kind: Change['change']) => summary.reduce((sum, one) => sum + one[kind], 0)
    return { added: total('added'), changed: total('changed'), removed: total('removed') }
  })
}
