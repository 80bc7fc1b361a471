// Power cuts while a patch is published, and while observations come in.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readManifest } from '../../../../data/store/files/tree.ts'
import { openStore } from '../../../../data/store/dialect/open-store.ts'
import { liveStore } from '../../../../data/store/live/rows/migrations.ts'
import { commandEnvironment } from '../../../../scripts/test/environment.ts'
import type { FaultRow, Rig } from '../fault-row.ts'
import { lostRows } from '../../../../data/store/test/lost-rows.ts'
import { faultsOf, prepare, type Prepared } from './data-folder.ts'
import { Disk, fileSystems } from './power-cut.ts'

const repository = join(import.meta.dirname, '../../../..')

/** A process of this repository that writes on a disk. */
function startWriter(script: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    ...{ cwd: repository, env: commandEnvironment(env) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function acknowledgement(child: ChildProcess, said: () => string): Promise<void> {
  while (!said().includes('done') && child.exitCode === null) await sleep(5)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Runs a work on each file system; `cuts` of them, shared out. */
async function onEveryDisk(rig: Rig, work: (disk: Disk, name: string, cuts: number) => Promise<void>): Promise<void> {
  for (const [at, fileSystem] of fileSystems.entries()) {
    const root = join(rig.folder, String(at))
    const disk = new Disk(root, fileSystem)
    try {
      await work(disk, fileSystem, Math.ceil(rig.amount / fileSystems.length))
    } finally {
      disk.remove()
      rmSync(root, { recursive: true })
    }
  }
}

const cutsOfOneRun = 6

/** What is wrong with a folder after a cut; whoever was told that a publish is done finds the new state. */
async function publishFaults(dataDir: string, prepared: Prepared, wasDone: boolean): Promise<string[]> {
  try {
    const isNew = readManifest(dataDir)?.state === readManifest(prepared.after)?.state
    return [
      ...(await faultsOf(dataDir, prepared)),
      ...(wasDone && !isNew ? ['an acknowledged publish is forgotten'] : []),
    ]
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

async function cutPublishes(rig: Rig, script: string): Promise<void> {
  const prepared = await prepare(rig.folder, 'import')
  await onEveryDisk(rig, async (disk, name, cuts) => {
    const dataDir = join(disk.folder, 'data')
    for (let done = 0; done < cuts;) {
      rmSync(dataDir, { recursive: true, force: true })
      cpSync(prepared.before, dataDir, { recursive: true })
      disk.flush()
      const writer = startWriter(script, ['import', dataDir, prepared.bundle])
      let said = ''
      writer.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
      for (let nth = 0; nth < cutsOfOneRun && done < cuts; nth += 1, done += 1) {
        // The last one comes at once after the work was acknowledged.
        const pause = nth === cutsOfOneRun - 1 ? acknowledgement(writer, () => said) : sleep(rig.random.int(0, 700))
        await Promise.race([pause, once(writer, 'exit')])
        writer.kill('SIGSTOP')
        const wasDone = said.includes('done')
        const faults = await disk.cut((folder) => publishFaults(join(folder, 'data'), prepared, wasDone))
        writer.kill('SIGCONT')
        rig.check(faults.length === 0, () => `${name}: ${faults.slice(0, 3).join('; ')}`)
      }
      await stop(writer)
    }
  })
}

async function cutIntake(rig: Rig, script: string): Promise<void> {
  let rows = 0
  await onEveryDisk(rig, async (disk, name, cuts) => {
    const dataDir = join(disk.folder, 'live')
    const opened = await openStore({ dataDir }, liveStore, { access: 'write', share: 1 })
    await opened.db.destroy()
    disk.flush()
    const writer = startWriter(script, ['1'], { DATA_DIR: dataDir })
    let said = ''
    writer.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const acknowledged = () => Number([...said.matchAll(/^stored \d+ (\d+)\n/gm)].at(-1)?.[1] ?? 0)
    while (acknowledged() === 0 && writer.exitCode === null) await sleep(50)
    for (let done = 0; done < cuts; done += 1) {
      await sleep(rig.random.int(0, 120))
      const before = acknowledged()
      writer.kill('SIGSTOP')
      const faults = await disk.cut((folder) => Promise.resolve(lostRows(join(folder, 'live'), before)))
      writer.kill('SIGCONT')
      rig.check(faults.length === 0, () => `${name}: ${faults.join('; ')}`)
    }
    rows += acknowledged()
    await stop(writer)
  })
  rig.note(`${3 * rows} rows acknowledged`)
}

export const publishCuts: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run: (rig) => cutPublishes(rig, 'do-work.ts'),
  negativeControl: {
    what: 'a publisher without a flush that writes the manifest first',
    amount: 18,
    run: (rig) => cutPublishes(rig, 'do-work-badly.ts'),
  },
}

export const intakeCuts: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run: (rig) => cutIntake(rig, '../../live/ingest-lines.ts'),
  negativeControl: {
    what: 'SQLite with synchronous=OFF',
    amount: 12,
    run: (rig) => cutIntake(rig, '../intake/ingest-unsafely.ts'),
  },
}
