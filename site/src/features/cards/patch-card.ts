import type { Patch } from '../../../../data/api/model/patches.ts'
import type { Card } from '../../../cards/card.ts'
import type { ApiClient } from '../../format/ask.ts'
import { changelogOf } from '../patches/changelog.ts'
import { formatDay } from '../../format/format-date.ts'
import { humanize, formatNumber } from '../../format/humanize.ts'

const maxLists = 3

/** The card of a patch: how many rows it changed, of what. */
export async function cardOfPatch(patch: Patch, fetchApi: ApiClient): Promise<Card> {
  const log = changelogOf(await fetchApi(`/v2/patches/${patch.id}/changelog`))
  const changed = Object.entries(log?.summary ?? {})
    .map(([resource, counts]) => ({ resource, counts, total: counts.added + counts.changed + counts.removed }))
    .filter(({ total }) => total > 0)
    .sort((one, other) => other.total - one.total)
  return {
    kind: ['Patches', humanize(patch.branch), ...(patch.released_at ? [formatDay(patch.released_at)] : [])],
    name: patch.display_name,
    figures: changed.slice(0, maxLists).map(({ resource, counts }) => ({
      label: humanize(resource),
      value: (['added', 'changed', 'removed'] as const)
        .filter((kind) => counts[kind] > 0)
        .map((kind) => `${formatNumber(counts[kind])} ${kind}`)
        .join(', '),
    })),
    text: patch.notes ?? undefined,
    note: patch.version,
  }
}
