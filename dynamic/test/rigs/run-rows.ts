import { rmSync } from 'node:fs'
import { Stream } from '../../../data/sample/random.ts'
import { temporaryFolder } from '../../../scripts/test/temporary-folder.ts'
import type { ListedRow, NegativeControl, Rig, RowResult } from './fault-row.ts'

interface RunOptions {
  readonly seed: number
  readonly amount: number
  readonly onInjection?: (done: number, total: number) => void
}

interface Injecting extends RunOptions {
  /** How many problems are kept; more are counted. */
  readonly kept: number
}

const keptProblems = 12

/** How often a negative control is tried: few injections may miss what is wrong with it. */
const controlRounds = 8

/** Runs a row and its negative control. Rejects when the rig itself fails. */
export async function runRow(row: ListedRow, { seed, amount, onInjection }: RunOptions): Promise<RowResult> {
  const began = performance.now()
  const { run, negativeControl } = await row.load()
  const own = await inject(row, run, { seed, amount, kept: keptProblems, ...(onInjection && { onInjection }) })
  const isFound = await isControlFound(row, negativeControl, seed)
  return {
    ...own,
    ...{ row, seed, negativeControl: isFound ? 'found' : 'passed', negativeControlName: negativeControl.what },
    seconds: (performance.now() - began) / 1000,
  }
}

/** Whether everything held, and the rig noticed that its negative control is wrong. */
export const hasHeld = ({ injections, failures, negativeControl }: RowResult): boolean =>
  injections > 0 && failures === 0 && negativeControl !== 'passed'

async function isControlFound(
  row: ListedRow,
  { run, amount, finds = [/^/] }: NegativeControl,
  seed: number,
): Promise<boolean> {
  let missing = finds
  for (let round = 0; round < controlRounds && missing.length > 0; round += 1) {
    const { problems } = await inject(row, run, { seed: seed + round, amount, kept: Infinity })
    missing = missing.filter((said) => !problems.some((problem) => said.test(problem)))
  }
  return missing.length === 0
}

async function inject(
  row: ListedRow,
  run: (rig: Rig) => Promise<void>,
  { seed, amount, onInjection, kept }: Injecting,
) {
  const folder = temporaryFolder('faults-')
  let injections = 0
  let failures = 0
  const problems: string[] = []
  const notes: string[] = []
  const kills: Record<string, number> = {}
  const rig: Rig = {
    ...{ amount, seed, folder, random: new Stream(`${row.numbers.join()}/${seed}`) },
    check(held, problem) {
      injections += 1
      onInjection?.(injections, Math.max(amount, injections))
      if (held) return
      failures += 1
      if (problems.length < kept) problems.push(typeof problem === 'string' ? problem : problem())
    },
    note: (text) => void notes.push(text),
    killed: (at, times = 1) => void (kills[at] = (kills[at] ?? 0) + times),
  }
  try {
    await run(rig)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return { injections, failures, problems, notes, kills }
}
