import type { PatchIndex } from '../../../data/api/patches.ts'
import { foundIn, type Ask, type Asked } from './ask.ts'
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

const changesPerPage = 50

export const changelogOf = (answer: Asked): Changelog | undefined =>
  (foundIn(answer) as { body: Changelog } | undefined)?.body

interface Asking {
  readonly ask: Ask
  readonly patches: PatchIndex
}

const changelogs = keeper<Changelog | undefined>(2)
const counted = keeper<ChangeCounts | undefined>(Infinity)

/** The changelog at a target of the API; nothing where the patch has no parent. It may have megabytes, so the last ones stay. */
export const keptChangelog = ({ ask, patches }: Asking, target: string): Promise<Changelog | undefined> =>
  changelogs(patches, target, async () => changelogOf(await ask(target)))

/** How many rows a patch changed in all; nothing where it has no parent. */
export const changeCounts = ({ ask, patches }: Asking, patchId: number): Promise<ChangeCounts | undefined> =>
  counted(patches, String(patchId), async () => {
    const log = changelogOf(await ask(`/v2/patches/${patchId}/changelog`))
    const total = (kind: Change['change']) =>
      Object.values(log?.summary ?? {}).reduce((sum, counts) => sum + counts[kind], 0)
    return log && { added: total('added'), changed: total('changed'), removed: total('removed') }
  })

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

export interface ChangePage {
  readonly shown: readonly Change[]
  readonly page: number
  readonly pages: number
  /** Place of the first one shown among all, from 0. */
  readonly from: number
}

/** One page of changes; the last one where there are not that many. */
export function pageOfChanges(found: readonly Change[], asked: number): ChangePage {
  const pages = Math.max(1, Math.ceil(found.length / changesPerPage))
  const page = Math.min(asked, pages)
  const from = (page - 1) * changesPerPage
  return { shown: found.slice(from, from + changesPerPage), page, pages, from }
}
