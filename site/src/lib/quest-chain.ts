// What comes before a quest and what it opens, in runs: quests of which each opens the next, until one opens several.
import type { Ledger, Thing } from './ledger.ts'

export interface ChainRun {
  readonly quests: readonly Thing[]
  /** Of the first of them, from 1. */
  readonly step: number
  /** What the last of them opens, where that is more than one. */
  readonly ways: readonly ChainRun[]
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

const most = 40

/** Nothing where the quest neither follows nor opens one. A long chain is cut round the quest. */
export function questChain(ledger: Ledger, id: string): QuestChain | undefined {
  const next = (of: string) =>
    (ledger.mentions.get(of) ?? [])
      .filter(({ column, from }) => column === 'chapter_id' && from.list === '/quests')
      .map(({ from }) => from.id)
  const line = lineTo(id, ledger, next)
  const [root = id] = line
  const total = sizeOf(root, next)
  if (total < 2 || !ledger.things.has(root)) return undefined
  const start = total > most ? startOf(line, next) : root
  const onLine = new Set(line)
  // The way to the quest first, where not all can be shown.
  const order = (ids: readonly string[]) =>
    total <= most ? ids : ids.toSorted((one, other) => Number(onLine.has(other)) - Number(onLine.has(one)))
  const shown = new Set<string>()
  const run = runFrom(start, line.indexOf(start) + 1, shown, (of) => order(next(of)), ledger)
  return { run, step: line.length, total, left: total - shown.size }
}

type Next = (of: string) => readonly string[]

/** From the first quest of the chain to this one; a chain that goes round is cut open. */
function lineTo(id: string, ledger: Ledger, next: Next): string[] {
  const before = new Map(
    (ledger.byList.get('/quests') ?? []).flatMap((one) => next(one.id).map((after) => [after, one.id] as const)),
  )
  const line = [id]
  for (;;) {
    const earlier = before.get(line[0] ?? id)
    if (earlier === undefined || line.includes(earlier)) return line
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
  let at = Math.max(0, line.length - 1 - most / 2)
  while (at > 0 && sizeOf(line[at] ?? '', next) < most) at -= 1
  return line[at] ?? ''
}

function runFrom(start: string, step: number, shown: Set<string>, next: Next, ledger: Ledger): ChainRun {
  const quests: Thing[] = []
  let following: readonly string[] = [start]
  for (;;) {
    const open = following.filter((id) => !shown.has(id) && ledger.things.has(id))
    const [only] = open
    if (only === undefined || shown.size >= most) return { quests, step, ways: [] }
    if (open.length > 1) {
      const ways = open.map((id) => runFrom(id, step + quests.length, shown, next, ledger))
      return { quests, step, ways: ways.filter((way) => way.quests.length > 0) }
    }
    shown.add(only)
    const thing = ledger.things.get(only)
    if (thing) quests.push(thing)
    following = next(only)
  }
}
