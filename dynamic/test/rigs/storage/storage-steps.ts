// Every storage step of an import, a replacement and a render is the last one (SIGKILL), or fails (EIO, ENOSPC).
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../../../scripts/test/temporary-folder.ts'
import type { FaultRow, Rig } from '../fault-row.ts'
import { faultsAfterAnother, faultsOf, prepare, type Prepared, type Work } from './data-folder.ts'
import { answersOfFolders, WalkingReader } from './walking-reader.ts'
import { choosePoints, pointsOf, runWithFault, type Fault, type Point, type Ran, type Traced } from './trace.ts'

const works: readonly Work[] = ['import', 'replace', 'render']
/** With fewer points they are all of one work. */
const fewPoints = 30
const script = (name: string) => join(import.meta.dirname, name)

interface Injection {
  readonly program: string
  readonly faults: readonly Fault[]
  /** What else is wrong with how a run ended. */
  readonly judge: (ran: Ran) => string[]
  /** Where faults are injected, below the data folder. */
  readonly below?: string
  /** Whether somebody reads meanwhile. */
  readonly isRead?: boolean
}

/** On a disk, which is flushed. */
async function injectOnDisk(rig: Rig, injection: Injection): Promise<void> {
  const folder = temporaryFolder('faults-', { disk: true })
  try {
    await inject({ ...rig, folder }, injection)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Chosen {
  readonly kind: Work
  readonly prepared: Prepared
  readonly command: Traced
  readonly points: readonly Point[]
  readonly log: string
}

/** Runs each work with faults at its points; the works beside one another. */
async function inject(rig: Rig, injection: Injection): Promise<void> {
  const kinds = rig.amount < fewPoints ? works.slice(0, 1) : works
  const chosen: Chosen[] = []
  for (const kind of kinds) chosen.push(await choose(kind, Math.ceil(rig.amount / kinds.length), rig, injection))
  await Promise.all(chosen.map((each) => injectInto(each, rig, injection)))
}

async function choose(kind: Work, amount: number, rig: Rig, { program, below = '' }: Injection): Promise<Chosen> {
  const prepared = await prepare(rig.folder, kind)
  const { dataDir, bundle } = prepared
  const command = { args: [script(program), kind, dataDir, bundle], env: {} }
  const log = join(rig.folder, `calls-${kind}`)
  prepared.reset()
  const points = await pointsOf(command, join(dataDir, below), log)
  rig.note(`${kind} has ${points.length} storage steps`)
  return { kind, prepared, command, points: choosePoints(points, amount, rig.random), log }
}

async function injectInto({ kind, prepared, command, points, log }: Chosen, rig: Rig, injection: Injection) {
  const { faults, judge, isRead = false } = injection
  const answers = isRead ? answersOfFolders([prepared.before, prepared.after]) : undefined
  let walks = 0
  for (const [at, point] of points.entries()) {
    prepared.reset()
    const fault = faults[at % faults.length] ?? 'signal=SIGKILL'
    const reader = answers ? new WalkingReader(prepared.dataDir, answers) : undefined
    const running = runWithFault(command, point, fault, log)
    const ran = await (reader ? reader.during(running) : running)
    walks += reader?.walks ?? 0
    // Threads take turns: a step that came earlier or later this time was not reached.
    if (ran.injected.length === 0) continue
    if (ran.code === undefined) rig.killed(point.isSwitch ? 'switch' : kind)
    const wrong = [...judge(ran), ...(reader?.wrong ?? []), ...(await stateFaults(kind, prepared))]
    rig.check(wrong.length === 0, () => `${kind}, ${fault} at ${nameOf(point)}: ${wrong.slice(0, 3).join('; ')}`)
  }
  if (isRead) rig.note(`${walks} walks through all pages while ${kind} was killed`)
}

const nameOf = ({ call, nth }: Point) => `${call} ${nth}`

async function stateFaults(kind: Work, prepared: Prepared): Promise<string[]> {
  try {
    const now = await faultsOf(prepared.dataDir, prepared)
    return [...now, ...(await faultsAfterAnother(kind, prepared))]
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

const negativeControl = { what: 'a publisher that writes the manifest first and every file in place', amount: 3 }
const badly = { program: 'do-work-badly.ts', below: 'catalog.db' }

const killing = { faults: ['signal=SIGKILL'], judge: () => [], isRead: true } as const

export const kills: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run: (rig) => inject(rig, { program: 'do-work.ts', ...killing }),
  negativeControl: { ...negativeControl, run: (rig) => inject(rig, { ...badly, ...killing }) },
}

/** A step that failed may be made up for; but a flush that failed is never a success. */
function falseSuccess({ code, said, injected }: Ran): string[] {
  const flush = injected.find((line) => /f(data)?sync|syncfs/.test(line))
  return code === 0 && flush !== undefined ? [`it reported success (${said.trim().slice(-40)}) after ${flush}`] : []
}

const failing = { faults: ['error=EIO', 'error=ENOSPC'], judge: falseSuccess } as const

export const errors: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run: (rig) => injectOnDisk(rig, { program: 'do-work.ts', ...failing }),
  negativeControl: { ...negativeControl, run: (rig) => injectOnDisk(rig, { ...badly, ...failing }) },
}
