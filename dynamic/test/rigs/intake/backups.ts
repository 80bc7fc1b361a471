// Backups while observations come in: each has every row that was acknowledged before it began, and is whole.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { backup } from '../../../../data/store/files/backup.ts'
import { commandEnvironment } from '../../../../scripts/test/environment.ts'
import type { FaultRow, Rig } from '../fault-row.ts'
import { lostRows } from '../../../../data/store/test/lost-rows.ts'

type BackUp = (dataDir: string, folder: string) => Promise<unknown>

async function backUpOften(rig: Rig, backUp: BackUp): Promise<void> {
  const dataDir = join(rig.folder, 'live')
  const folder = join(rig.folder, 'backup')
  mkdirSync(dataDir)
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
    for (let nth = 0; nth < rig.amount; nth += 1) {
      await sleep(rig.random.int(0, 60))
      const before = acknowledged
      rmSync(folder, { recursive: true, force: true })
      const faults = await backUp(dataDir, folder).then(
        () => lostRows(folder, before),
        (error: unknown) => [String(error)],
      )
      rig.check(faults.length === 0, () => `backup ${nth}: ${faults.join('; ')}`)
    }
    rig.note(`${acknowledged} rows of each feed acknowledged meanwhile`)
  } finally {
    writer.kill('SIGKILL')
    if (writer.exitCode === null && writer.signalCode === null) await once(writer, 'exit')
  }
}

export const backups: Pick<FaultRow, 'run' | 'twin'> = {
  run: (rig) =>
    backUpOften(rig, (dataDir, folder) => backup(dataDir, folder, { databases: ['live.db'], files: [], folders: [] })),
  twin: {
    what: 'a copy of the database’s file, without its log',
    amount: 5,
    run: (rig) =>
      backUpOften(rig, (dataDir, folder) => {
        cpSync(join(dataDir, 'live.db'), join(folder, 'live.db'))
        return Promise.resolve()
      }),
  },
}
