// Backups during intake: each is intact and has every row that was acknowledged before it began. Some are restored.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { backup } from '../../../../data/store/files/backup.ts'
import { commandEnvironment } from '../../../../scripts/test/environment.ts'
import type { FaultRow, Rig } from '../fault-row.ts'
import { lostRows } from '../../../../data/store/test/lost-rows.ts'
import { backUpByCommand, fillFolder, restoreFaults } from './restore.ts'

type BackUp = (dataDir: string, folder: string) => Promise<unknown>

interface Methods {
  readonly backUp: BackUp
  /** Backs up the whole data folder, so that the backup can be restored. */
  readonly backUpWhole?: BackUp
}

/** Every 50th backup is complete and is restored. */
const backupsPerRestore = 50

/** Number of backups before the next store, because a store grows and with it the time that a backup takes. */
const backupsPerStore = 40

async function backUpOften(rig: Rig, methods: Methods): Promise<void> {
  let rows = 0
  for (let done = 0; done < rig.amount; done += backupsPerStore)
    rows += await backUpStore(rig, methods, { from: done, to: Math.min(rig.amount, done + backupsPerStore) })
  rig.note(`${rows} rows of each feed acknowledged meanwhile`)
}

/** Makes the backups `from` to `to` of a new store; returns the number of acknowledged rows of each feed. */
async function backUpStore(
  rig: Rig,
  { backUp, backUpWhole }: Methods,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const dataDir = join(rig.folder, `live-${from}`)
  const folder = join(rig.folder, 'backup')
  mkdirSync(dataDir)
  const key = backUpWhole ? await fillFolder(dataDir) : ''
  const writer = spawn(process.execPath, [join(import.meta.dirname, '../../live/ingest-lines.ts'), '1'], {
    ...{ cwd: join(import.meta.dirname, '../../../..'), env: commandEnvironment({ DATA_DIR: dataDir }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let acknowledged = 0
  writer.stdout.on('data', (chunk: Buffer) => {
    for (const [, last] of chunk.toString().matchAll(/^stored \d+ (\d+)$/gm)) acknowledged = Number(last)
  })
  try {
    while (acknowledged === 0 && writer.exitCode === null) await sleep(25)
    for (let nth = from; nth < to; nth += 1) {
      await sleep(rig.random.int(0, 60))
      const before = acknowledged
      rmSync(folder, { recursive: true, force: true })
      const whole = nth % backupsPerRestore === Math.min(rig.amount, backupsPerRestore) - 1 ? backUpWhole : undefined
      const faults = await (whole ?? backUp)(dataDir, folder).then(
        async () => {
          writer.kill('SIGSTOP')
          return [...lostRows(folder, before), ...(whole ? await restoreFaults(folder, before, key) : [])]
        },
        (error: unknown) => [String(error)],
      )
      writer.kill('SIGCONT')
      rig.check(faults.length === 0, () => `backup ${nth}: ${faults.join('; ')}`)
    }
    return acknowledged
  } finally {
    writer.kill('SIGKILL')
    if (writer.exitCode === null && writer.signalCode === null) await once(writer, 'exit')
    rmSync(dataDir, { recursive: true })
  }
}

/** Copies the file of a database, which has its tables but not the rows that are still in its log. */
function copyWithoutLog(): BackUp {
  let hasTables = false
  return (dataDir, folder) => {
    const path = join(dataDir, 'live.db')
    if (!hasTables) {
      const db = new Database(path)
      db.pragma('wal_checkpoint(PASSIVE)')
      db.close()
      hasTables = true
    }
    cpSync(path, join(folder, 'live.db'))
    return Promise.resolve()
  }
}

export const backups: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run: (rig) =>
    backUpOften(rig, {
      backUp: (dataDir, folder) => backup(dataDir, folder, { databases: ['live.db'], files: [], folders: [] }),
      backUpWhole: backUpByCommand,
    }),
  negativeControl: {
    what: 'a copy of the file of the database without its log',
    amount: 5,
    finds: [/^backup \d+: \d+ of \d+ acknowledged rows of market are lost/],
    run: (rig) => backUpOften(rig, { backUp: copyWithoutLog() }),
  },
}
