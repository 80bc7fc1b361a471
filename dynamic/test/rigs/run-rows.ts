import { rmSync } from 'node:fs'
import { Stream } from '../../../data/sample/random.ts'
import { temporaryFolder } from '../../../scripts/test/temporary-folder.ts'
import type { ListedRow, NegativeControl, Rig, RowResult } from './fault-row.ts'

interface RunOptions {
  readonly seed: number
  readonly amount: number
  readonly onInjection?: (done: number, total: number) => void
}

interface InjectOptions extends RunOptions {
  /** Maximum number of problems to keep the texts of; further ones are only counted. */
  readonly maxProblems: number
}

const maxProblems = 12

/** Maximum number of attempts to find the fault of a negative control, because a few injections may miss it. */
const controlRounds = 8

/** Runs a row and its negative control. Rejects if the rig itself fails. */
export async function runRow(row: ListedRow, { seed, amount, onInjection }: RunOptions): Promise<RowResult> {
  const began = performance.now()
  const { run, negativeControl } = await row.load()
  const outcome = await inject(row, run, { seed, amount, maxProblems, ...(onInjection && { onInjection }) })
  const isFound = await isControlFound(row, negativeControl, seed)
  return {
    ...outcome,
    ...{ row, seed, negativeControl: isFound ? 'found' : 'passed', negativeControlName: negativeControl.what },
    seconds: (performance.now() - began) / 1000,
  }
}

/** Whether every injection passed and the rig found the fault of its negative control. */
export const hasPassed = ({ injections, failures, negativeControl }: RowResult): boolean =>
  injections > 0 && failures === 0 && negativeControl !== 'passed'

async function isControlFound(row: ListedRow, { run, amount, finds }: NegativeControl, seed: number): Promise<boolean> {
  let missing = finds
  for (let round = 0; round < controlRounds && missing.length > 0; round += 1) {
    const { problems } = await inject(row, run, { seed: seed + round, amount, maxProblems: Infinity })
    missing = missing.filter((pattern) => !problems.some((problem) => pattern.test(problem)))
  }
  return missing.length === 0
}

async function inject(
  row: ListedRow,
  run: (rig: Rig) => Promise<void>,
  { seed, amount, onInjection, maxProblems }: InjectOptions,
) {
  const folder = temporaryFolder('faults-')
  let injections = 0
  let failures = 0
  const problems: string[] = []
  const notes: string[] = []
  const kills: Record<string, number> = {}
  const rig: Rig = {
    ...{ amount, seed, folder, random: new Stream(`${row.numbers.join()}/${seed}`) },
    check(hasPassed, problem) {
      injections += 1
      onInjection?.(injections, Math.max(amount, injections))
      if (hasPassed) return
      failures += 1
      if (problems.length < maxProblems) problems.push(typeof problem === 'string' ? problem : problem())
    },
    note: (text) => void notes.push(text),
    countKills: (activity, count = 1) => void (kills[activity] = (kills[activity] ?? 0) + count),
  }
  try {
    await run(rig)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return { injections, failures, problems, notes, kills }
}
