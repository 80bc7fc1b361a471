import { jsonOf, type ApiResponse } from '../../format/ask.ts'
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

type ChangeCounts = Readonly<Record<Change['change'], number>>

export interface Changelog {
  readonly parent: { readonly id: number; readonly version: string; readonly display_name: string }
  readonly summary: Readonly<Record<string, ChangeCounts>>
  readonly changes: readonly Change[]
}

export const changelogOf = (answer: ApiResponse): Changelog | undefined =>
  (jsonOf(answer) as { body: Changelog } | undefined)?.body

const counts = cachedPerCatalog<{ counts: ChangeCounts | undefined }>('changes')

/** How many rows a patch changed in all; undefined if it has no parent. */
export async function changeCounts(
  { fetchApi, pageCache }: Pick<App.Locals, 'fetchApi' | 'pageCache'>,
  patchId: number,
): Promise<ChangeCounts | undefined> {
  const cached = await counts(pageCache, String(patchId), async () => {
    const log = changelogOf(await fetchApi(`/v2/patches/${patchId}/changelog`))
    const total = (kind: Change['change']) => Object.values(log?.summary ?? {}).reduce((sum, one) => sum + one[kind], 0)
    return { counts: log && { added: total('added'), changed: total('changed'), removed: total('removed') } }
  })
  return cached.counts
}
