// The chain of a quest: the quests before and after it. A chain consists of runs, in which each quest opens the next; a run ends
// where a quest opens several.
import type { RowLookup, RowSummary } from '../../request/row-lookup.ts'

export interface ChainRun {
  readonly quests: readonly RowSummary[]
  /** Step of the first quest in the chain, from 1. */
  readonly step: number
  /** The runs that the last quest opens, if it opens several quests. */
  readonly forks: readonly ChainRun[]
}

export interface QuestChain {
  readonly run: ChainRun
  /** Step of the quest in the chain, from 1. */
  readonly step: number
  /** Number of quests in the whole chain. */
  readonly total: number
  /** Number of quests that are not in the runs because the chain is too long. */
  readonly omitted: number
}

const maxQuests = 40

/**
 * Returns the chain of a quest, or undefined if no other quest comes before or after it. Of a long chain, the part around the
 * quest is returned.
 */
export function questChain(lookup: RowLookup, id: string): QuestChain | undefined {
  const next = nextIn(lookup)
  const line = lineTo(id, lookup)
  const [root = id] = line
  const total = sizeOf(root, next)
  if (total < 2 || !lookup.find(root)) return undefined
  const start = total > maxQuests ? startOf(line, next) : root
  const onLine = new Set(line)
  // If not all quests can be shown, those on the way to the quest come first.
  const order = (ids: readonly string[]) =>
    total <= maxQuests ? ids : ids.toSorted((one, other) => Number(onLine.has(other)) - Number(onLine.has(one)))
  const displayed = new Set<string>()
  const run = runFrom(start, line.indexOf(start) + 1, displayed, (of) => order(next(of)), lookup)
  return { run, step: line.length, total, omitted: total - displayed.size }
}

type Next = (of: string) => readonly string[]

/** Returns a function for the quests that a quest opens. It looks up each quest once. */
function nextIn(lookup: RowLookup): Next {
  const cache = new Map<string, readonly string[]>()
  return (of) => {
    const next =
      cache.get(of) ??
      lookup
        .referencesIn(['/quests'], of)
        .filter(({ column }) => column === 'chapter_id')
        .map(({ from }) => from.id)
    cache.set(of, next)
    return next
  }
}

/** Returns the quests from the first of the chain to this one. A cyclic chain is cut. */
function lineTo(id: string, lookup: RowLookup): string[] {
  const line = [id]
  for (;;) {
    const earlier = lookup.rowOf(line[0] ?? id)?.chapter_id
    if (typeof earlier !== 'string' || !lookup.find(earlier) || line.includes(earlier)) return line
    line.unshift(earlier)
  }
}

/** Counts a quest and all quests after it. */
function sizeOf(id: string, next: Next): number {
  const found = new Set([id])
  for (const one of found) for (const after of next(one)) found.add(after)
  return found.size
}

/** Returns the quest at which the runs start so that they include the end of the line and as many quests as possible. */
function startOf(line: readonly string[], next: Next): string {
  let at = Math.max(0, line.length - 1 - maxQuests / 2)
  while (at > 0 && sizeOf(line[at] ?? '', next) < maxQuests) at -= 1
  return line[at] ?? ''
}

function runFrom(start: string, step: number, displayed: Set<string>, next: Next, lookup: RowLookup): ChainRun {
  const quests: RowSummary[] = []
  let following: readonly string[] = [start]
  for (;;) {
    const open = following.filter((id) => !displayed.has(id) && lookup.find(id))
    const [only] = open
    if (only === undefined || displayed.size >= maxQuests) return { quests, step, forks: [] }
    if (open.length > 1) {
      const forks = open.map((id) => runFrom(id, step + quests.length, displayed, next, lookup))
      return { quests, step, forks: forks.filter((fork) => fork.quests.length > 0) }
    }
    displayed.add(only)
    const summary = lookup.find(only)
    if (summary) quests.push(summary)
    following = next(only)
  }
}
