// Kills an import, a replacement and a render at every storage step (SIGKILL), or makes the step fail (EIO, ENOSPC).
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../../../scripts/test/temporary-folder.ts'
import type { FaultRow, Rig } from '../fault-row.ts'
import { faultsAfterRerun, folderFaults, prepareWork, mixedState, type PreparedWork, type Work } from './data-folder.ts'
import { expectedAnswers, WalkingReader } from './walking-reader.ts'
import {
  choosePoints,
  findPoints,
  runWithFault,
  type Fault,
  type Point,
  type RunResult,
  type TracedCommand,
} from './trace.ts'

const works: readonly Work[] = ['import', 'replace', 'render']
/** With fewer points than this, only the first work is tested. */
const fewPoints = 30
const script = (name: string) => join(import.meta.dirname, name)

interface Injection {
  readonly program: string
  readonly faults: readonly Fault[]
  /** Describes what is wrong with how a run ended. */
  readonly judge: (ran: RunResult) => string[]
  /** Path below the data folder to which injections are restricted. */
  readonly below?: string
  /** Whether a reader walks through all pages meanwhile. */
  readonly isRead?: boolean
}

/** Injects faults in a folder on a disk rather than in memory, because only a disk is flushed. */
async function injectOnDisk(rig: Rig, injection: Injection): Promise<void> {
  const folder = temporaryFolder('faults-', { disk: true })
  try {
    await inject({ ...rig, folder }, injection)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface ChosenPoints {
  readonly kind: Work
  readonly prepared: PreparedWork
  readonly command: TracedCommand
  readonly points: readonly Point[]
  readonly log: string
}

/** Runs all works concurrently, each with faults at its chosen points. */
async function inject(rig: Rig, injection: Injection): Promise<void> {
  const kinds = rig.amount < fewPoints ? works.slice(0, 1) : works
  const chosen: ChosenPoints[] = []
  for (const kind of kinds) chosen.push(await choose(kind, Math.ceil(rig.amount / kinds.length), rig, injection))
  await Promise.all(chosen.map((each) => injectInto(each, rig, injection)))
}

async function choose(kind: Work, amount: number, rig: Rig, { program, below = '' }: Injection): Promise<ChosenPoints> {
  const prepared = await prepareWork(rig.folder, kind)
  const { dataDir, bundle } = prepared
  const command = { args: [script(program), kind, dataDir, bundle], env: {} }
  const log = join(rig.folder, `calls-${kind}`)
  prepared.reset()
  const points = await findPoints(command, join(dataDir, below), log)
  rig.note(`${kind} has ${points.length} storage steps`)
  return { kind, prepared, command, points: choosePoints(points, amount, rig.random), log }
}

async function injectInto({ kind, prepared, command, points, log }: ChosenPoints, rig: Rig, injection: Injection) {
  const { faults, judge, isRead = false } = injection
  const answers = isRead ? expectedAnswers([prepared.before, prepared.after]) : undefined
  let walks = 0
  for (const [at, point] of points.entries()) {
    prepared.reset()
    const fault = faults[at % faults.length] ?? 'signal=SIGKILL'
    const reader = answers ? new WalkingReader(prepared.dataDir, answers) : undefined
    const running = runWithFault(command, point, fault, log)
    const ran = await (reader ? reader.during(running) : running)
    walks += reader?.walks ?? 0
    // The order of calls varies with the scheduling of threads, so this run may not have reached the step.
    if (ran.injected.length === 0) continue
    if (ran.code === undefined) rig.countKills(point.isSwitch ? 'switch' : kind)
    const wrong = [...judge(ran), ...(reader?.wrong ?? []), ...(await stateFaults(kind, prepared))]
    rig.check(wrong.length === 0, () => `${kind}, ${fault} at ${nameOf(point)}: ${wrong.slice(0, 3).join('; ')}`)
  }
  if (isRead) rig.note(`${walks} walks through all pages while ${kind} was killed`)
}

const nameOf = ({ call, nth }: Point) => `${call} ${nth}`

async function stateFaults(kind: Work, prepared: PreparedWork): Promise<string[]> {
  try {
    const now = await folderFaults(prepared.dataDir, prepared)
    return [...now, ...(await faultsAfterRerun(kind, prepared))]
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

const negativeControl = {
  what: 'a publisher that writes the manifest first and every file in place',
  amount: 3,
  finds: [mixedState],
}
const badly = { program: 'do-work-badly.ts', below: 'catalog.db' }

const killing = { faults: ['signal=SIGKILL'], judge: () => [], isRead: true } as const

export const storageKills: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run: (rig) => inject(rig, { program: 'do-work.ts', ...killing }),
  negativeControl: { ...negativeControl, run: (rig) => inject(rig, { ...badly, ...killing }) },
}

/** Describes a run that reported success after a failed flush. Other failed steps may be compensated for. */
function falseSuccess({ code, output, injected }: RunResult): string[] {
  const flush = injected.find((line) => /f(data)?sync|syncfs/.test(line))
  return code === 0 && flush !== undefined ? [`it reported success (${output.trim().slice(-40)}) after ${flush}`] : []
}

const failing = { faults: ['error=EIO', 'error=ENOSPC'], judge: falseSuccess } as const

export const storageErrors: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run: (rig) => injectOnDisk(rig, { program: 'do-work.ts', ...failing }),
  negativeControl: { ...negativeControl, run: (rig) => injectOnDisk(rig, { ...badly, ...failing }) },
}
