// The report of what a patch changed for a class: what became better or worse, and of which kinds.
import { mapInSlices } from '../../../../data/api/model/values/steps.ts'
import type { Translate } from '../../messages/translate.ts'
import { groupChanges, type ChangeGroup } from '../patches/change-groups.ts'
import type { ChangeLine } from '../patches/change-lines.ts'
import type { Change } from '../patches/changelog.ts'

/** `up` if every number that changed became better, `down` if every one became worse, `mixed` for any other change. */
export const verdicts = ['up', 'down', 'mixed', 'added', 'removed'] as const
type Verdict = (typeof verdicts)[number]

interface JudgedGroup {
  readonly group: ChangeGroup
  readonly verdict: Verdict
  /** Name of its kind, such as `weapon` or `perk`. */
  readonly kind: string
}

export interface ClassReport {
  readonly judged: readonly JudgedGroup[]
  readonly counts: Readonly<Record<Verdict, number>>
  /** Number of things of each kind, highest first. */
  readonly kinds: readonly (readonly [kind: string, count: number])[]
}

interface ReportContext {
  readonly linesOf: (change: Change) => readonly ChangeLine[]
  readonly kindOf: (group: ChangeGroup) => string
}

/** Fields for which a lower value is better. */
const costs = /cooldown|cost|cast_?time|delay|weight|requirement/i
/** Fields that have nothing to do with strength. */
const ignored = /^(vendor_price|patch_id|icon_url|adv_points|xp)$/

/** Judges the changes that a patch made for a class. Rarities of an item count once. */
export async function classReport(
  changes: readonly Change[],
  { linesOf, kindOf }: ReportContext,
): Promise<ClassReport> {
  const judged = await mapInSlices(groupChanges(changes), (group) => ({
    group,
    verdict: verdictOf(group, linesOf),
    kind: kindOf(group),
  }))
  const kinds = new Map<string, number>()
  for (const { kind } of judged) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  const count = (verdict: Verdict) => judged.filter((one) => one.verdict === verdict).length
  return {
    judged,
    counts: {
      up: count('up'),
      down: count('down'),
      mixed: count('mixed'),
      added: count('added'),
      removed: count('removed'),
    },
    kinds: [...kinds].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1)),
  }
}

function verdictOf({ change, members }: ChangeGroup, linesOf: ReportContext['linesOf']): Verdict {
  if (change !== 'changed') return change
  const moves = new Set(members.flatMap(linesOf).flatMap(moveOf))
  const [only] = moves
  return moves.size === 1 && only !== undefined ? only : 'mixed'
}

function moveOf({ path, words, direction }: ChangeLine): ('up' | 'down' | 'mixed')[] {
  if (direction === undefined || ignored.test(path)) return []
  if (direction === 'wider' || direction === 'narrower') return ['mixed']
  const isCost = costs.test(path) || costs.test(words)
  return [(direction === 'higher') === isCost ? 'down' : 'up']
}

const maxKinds = 2

/** Summarizes a report, such as `3 up, 5 down, Weapon: 12`, or `no changes`. */
export function summarizeReport({ counts, kinds }: Pick<ClassReport, 'counts' | 'kinds'>, t: Translate): string {
  const judged = verdicts
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => t(`report.${verdict}Count`, { count: counts[verdict] }))
  const words = [...judged, ...kinds.slice(0, maxKinds).map(([kind, count]) => t('report.kind', { kind, count }))]
  return words.join(', ') || t('report.noChanges')
}
