import type { Patch } from '../../../../data/api/model/patches.ts'
import type { Card } from '../../../cards/card.ts'
import type { ApiClient } from '../../format/api-response.ts'
import { loadChangeSummary } from '../patches/changelog.ts'
import { formatDay } from '../../format/format-date.ts'
import { humanize, formatNumber } from '../../format/humanize.ts'

const maxLists = 3

/** Returns the card of a patch: how many rows it changed in which lists. */
export async function patchCard(patch: Patch, fetchApi: ApiClient): Promise<Card> {
  const summary = patch.parent_patch_id === null ? {} : await loadChangeSummary({ fetchApi }, patch)
  const changed = Object.entries(summary)
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
