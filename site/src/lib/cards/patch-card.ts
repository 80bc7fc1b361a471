import type { Patch } from '../../../../data/api/patches.ts'
import type { Card } from '../../../cards/card.ts'
import type { Ask } from '../ask.ts'
import { changelogOf } from '../changelog.ts'
import { day } from '../time-words.ts'
import { inWords, number } from '../words.ts'

const mostLists = 3

/** The card of a patch: how many rows it changed, of what. */
export async function cardOfPatch(patch: Patch, ask: Ask): Promise<Card> {
  const log = changelogOf(await ask(`/v2/patches/${patch.id}/changelog`))
  const changed = Object.entries(log?.summary ?? {})
    .map(([resource, counts]) => ({ resource, counts, total: counts.added + counts.changed + counts.removed }))
    .filter(({ total }) => total > 0)
    .sort((one, other) => other.total - one.total)
  return {
    kind: ['Patches', inWords(patch.branch), ...(patch.released_at ? [day(patch.released_at)] : [])],
    name: patch.display_name,
    figures: changed.slice(0, mostLists).map(({ resource, counts }) => ({
      label: inWords(resource),
      value: (['added', 'changed', 'removed'] as const)
        .filter((kind) => counts[kind] > 0)
        .map((kind) => `${number(counts[kind])} ${kind}`)
        .join(', '),
    })),
    text: patch.notes ?? undefined,
    note: patch.version,
  }
}
