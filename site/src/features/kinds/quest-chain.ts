// What comes before a quest and what it opens, in runs: quests of which each opens the next, until one opens several.
import type { RowLookup, RowSummary } from '../../request/row-lookup.ts'

export interface ChainRun {
  readonly quests: readonly RowSummary[]
  /** Of the first of them, from 1. */
  readonly step: number
  /** What the last of them opens, where that is more than one. */
  readonly forks: readonly ChainRun[]
}

export interface QuestChain {
  readonly run: ChainRun
  /** Of the page's quest, from 1. */
  readonly step: number
  /** Quests of the whole chain. */
  readonly total: number
  /** Quests that the runs leave out. */
  readonly left: number
}

const max = 40

/** Undefined if the quest neither follows nor opens one. A long chain is cut round the quest. */
export function questChain(lookup: RowLookup, id: string): QuestChain | undefined {
  const next = nextIn(lookup)
  const line = lineTo(id, lookup)
  const [root = id] = line
  const total = sizeOf(root, next)
  if (total < 2 || !lookup.find(root)) return undefined
  const start = total > max ? startOf(line, next) : root
  const onLine = new Set(line)
  // The way to the quest first, where not all can be shown.
  const order = (ids: readonly string[]) =>
    total <= max ? ids : ids.toSorted((one, other) => Number(onLine.has(other)) - Number(onLine.has(one)))
  const displayed = new Set<string>()
  const run = runFrom(start, line.indexOf(start) + 1, displayed, (of) => order(next(of)), lookup)
  return { run, step: line.length, total, left: total - displayed.size }
}

type Next = (of: string) => readonly string[]

/** Looked up once for each quest, however often a chain is walked. */
function nextIn(lookup: RowLookup): Next {
  const known = new Map<string, readonly string[]>()
  return (of) => {
    const next =
      known.get(of) ??
      lookup
        .referencesIn(['/quests'], of)
        .filter(({ column }) => column === 'chapter_id')
        .map(({ from }) => from.id)
    known.set(of, next)
    return next
  }
}

/** From the first quest of the chain to this one; a cyclic chain is cut. */
function lineTo(id: string, lookup: RowLookup): string[] {
  const line = [id]
  for (;;) {
    const earlier = lookup.rowOf(line[0] ?? id)?.chapter_id
    if (typeof earlier !== 'string' || !lookup.find(earlier) || line.includes(earlier)) return line
    line.unshift(earlier)
  }
}

/** Quests that follow from one, and itself. */
function sizeOf(id: string, next: Next): number {
  const found = new Set([id])
  for (const one of found) for (const after of next(one)) found.add(after)
  return found.size
}

/** Where the runs begin so that the end of the line is among them, with as much as can be shown. */
function startOf(line: readonly string[], next: Next): string {
  let at = Math.max(0, line.length - 1 - max / 2)
  while (at > 0 && sizeOf(line[at] ?? '', next) < max) at -= 1
  return line[at] ?? ''
}

function runFrom(start: string, step: number, displayed: Set<string>, next: Next, lookup: RowLookup): ChainRun {
  const quests: RowSummary[] = []
  let following: readonly string[] = [start]
  for (;;) {
    const open = following.filter((id) => !displayed.has(id) && lookup.find(id))
    const [only] = open
    if (only === undefined || displayed.size >= max) return { quests, step, forks: [] }
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
