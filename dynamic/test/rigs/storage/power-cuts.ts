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
import { folderFaults, prepareWork, type PreparedWork } from './data-folder.ts'
import { Disk, fileSystems } from './power-cut.ts'

const repository = join(import.meta.dirname, '../../../..')

/** Starts a script of this repository that writes to a disk and reports its progress on its standard output. */
function startWriter(script: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    ...{ cwd: repository, env: commandEnvironment(env) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function waitForAcknowledgement(child: ChildProcess, output: () => string): Promise<void> {
  while (!output().includes('done') && child.exitCode === null) await sleep(5)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Calls `work` with a disk of each file system and its share of the power cuts. */
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

const cutsPerRun = 6

/**
 * Describes what is wrong with a folder after a cut. If the publish was acknowledged, the folder must have the new
 * state.
 */
async function publishFaults(dataDir: string, prepared: PreparedWork, wasDone: boolean): Promise<string[]> {
  try {
    const isNew = readManifest(dataDir)?.state === readManifest(prepared.after)?.state
    return [
      ...(await folderFaults(dataDir, prepared)),
      ...(wasDone && !isNew ? ['an acknowledged publish is forgotten'] : []),
    ]
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

async function cutPublishes(rig: Rig, script: string): Promise<void> {
  const prepared = await prepareWork(rig.folder, 'import')
  await onEveryDisk(rig, async (disk, name, cuts) => {
    const dataDir = join(disk.folder, 'data')
    for (let done = 0; done < cuts;) {
      rmSync(dataDir, { recursive: true, force: true })
      cpSync(prepared.before, dataDir, { recursive: true })
      disk.flush()
      const writer = startWriter(script, ['import', dataDir, prepared.bundle])
      let output = ''
      writer.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
      for (let nth = 0; nth < cutsPerRun && done < cuts; nth += 1, done += 1) {
        // The last cut of a run follows the acknowledgement immediately.
        const pause =
          nth === cutsPerRun - 1 ? waitForAcknowledgement(writer, () => output) : sleep(rig.random.int(0, 700))
        await Promise.race([pause, once(writer, 'exit')])
        writer.kill('SIGSTOP')
        const wasDone = output.includes('done')
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
    let output = ''
    writer.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const acknowledged = () => Number([...output.matchAll(/^stored \d+ (\d+)\n/gm)].at(-1)?.[1] ?? 0)
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
    finds: [/^ext4: an acknowledged publish is forgotten$/, /^xfs: an acknowledged publish is forgotten$/],
    run: (rig) => cutPublishes(rig, 'do-work-badly.ts'),
  },
}

export const intakeCuts: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run: (rig) => cutIntake(rig, '../../live/ingest-lines.ts'),
  negativeControl: {
    what: 'SQLite with synchronous=OFF',
    amount: 12,
    finds: [/ acknowledged rows of \w+ are lost|the database is damaged: /],
    run: (rig) => cutIntake(rig, '../intake/ingest-unsafely.ts'),
  },
}
