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

/** A part of a row has two ids, its row's before its own: `id.monster.bog_wight id.monster_ability.grasp`. Of others both are one. */
export function idsIn(id: string): { readonly row: string; readonly own: string } {
  const [row = id, own = row] = id.split(' ')
  return { row, own }
}

type ChangeCounts = Readonly<Record<Change['change'], number>>

/** How many rows of each list a patch changed. */
export type ChangeSummary = Readonly<Record<string, ChangeCounts>>

/** Against its parent, which it must have. Without the changes themselves: of some patches these are megabytes. */
export async function summaryOf(
  { fetchApi }: Pick<App.Locals, 'fetchApi'>,
  { id }: Pick<Patch, 'id'>,
): Promise<ChangeSummary> {
  const answer = await fetchApi(`/v2/patches/diff?to=${id}&limit=1`)
  return (jsonOf(answer) as { summary: ChangeSummary } | undefined)?.summary ?? {}
}

const counts = cachedPerCatalog<ChangeCounts>('changes')

/** How many rows a patch changed in all; undefined if it has no parent. */
export async function changeCounts(
  locals: Pick<App.Locals, 'fetchApi' | 'pageCache'>,
  patch: Pick<Patch, 'id' | 'parent_patch_id'>,
): Promise<ChangeCounts | undefined> {
  if (patch.parent_patch_id === null) return undefined
  return counts(locals.pageCache, String(patch.id), async () => {
    const summary = Object.values(await summaryOf(locals, patch))
    const total = (kind: Change['change']) => summary.reduce((sum, one) => sum + one[kind], 0)
    return { added: total('added'), changed: total('changed'), removed: total('removed') }
  })
}
