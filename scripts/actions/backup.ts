import { catalogFile } from '../../build/render/switch.ts'
import { accountsFile } from '../../data/store/accounts/accounts.ts'
import type { Dump, DumpOptions } from '../../data/store/dialect/postgres-dump.ts'
import { backup, BackupError, type BackupSources } from '../../data/store/files/backup.ts'
import { liveFile } from '../../data/store/live/intake/live-writer.ts'
import { sessionSecretFile } from '../../dynamic/account/session-secret.ts'
import { commandSettings } from '../command/command-settings.ts'
import { exitWith } from '../command/exit-with.ts'
import { createProgress } from '../command/progress.ts'

const files = { files: [catalogFile, sessionSecretFile], folders: ['assets'] }
const dumpFile = 'database.dump'
/** Steps of progress for databases: two SQLite files, or a dump and its check. */
const databaseSteps = 2

/**
 * Runs `npm run backup`: prints the contents of the copy, or an error and sets the exit code. `verifyOn` is a server
 * URL.
 */
export async function backUp(folder: string, { verifyOn }: { verifyOn?: string }): Promise<void> {
  const progress = createProgress('Backing up')
  try {
    const { DATA_DIR: dataDir, DATABASE_URL: url } = commandSettings()
    const dumped: Dump[] = []
    const total = files.files.length + files.folders.length + databaseSteps
    let done = 0
    const update = (name: string) => progress.update(name, done++, total)
    const onRestore = () => update(`${dumpFile}: restoring it for a check`)
    const place = { url, scratchUrl: verifyOn ?? url, onRestore }
    const sources = url === '' ? withFiles : await withDump(place, (dump) => dumped.push(dump))
    const copied = await backup(dataDir, folder, sources, update)
    progress.stop()
    console.log([`${folder} has ${copied.join(', ')}.`, ...dumped.map(reportOf)].join('\n'))
  } catch (error) {
    progress.stop()
    exitWith(error instanceof BackupError ? 'usage' : 'unexpected', error)
  }
}

const withFiles: BackupSources = { ...files, databases: [liveFile, accountsFile] }

/**
 * Returns the sources of a backup with a dump of the database. Throws `BackupError` if it cannot be dumped, before
 * anything is copied.
 */
async function withDump(place: Omit<DumpOptions, 'file'>, onDump: (dump: Dump) => void): Promise<BackupSources> {
  const { checkDump, dumpDatabase, DumpError } = await import('../../data/store/dialect/postgres-dump.ts')
  const toBackupError = (error: unknown): never => {
    throw error instanceof DumpError ? new BackupError(error.message, { cause: error }) : error
  }
  await checkDump(place).catch(toBackupError)
  const make = async (file: string) => onDump(await dumpDatabase({ ...place, file }).catch(toBackupError))
  return { ...files, databases: [], generated: { [dumpFile]: make } }
}

function reportOf({ rows, isArchived }: Dump): string {
  const count = Object.values(rows).reduce((sum, ofTable) => sum + ofTable, 0)
  return `${dumpFile} has ${count} rows of ${Object.keys(rows).length} tables as of one instant; they were all there after it was restored for a check.
To use it: createdb <name>, pg_restore --no-owner --dbname=<name> ${dumpFile}, and DATABASE_URL of that database.
It has nothing that comes later. To recover any point in time a server needs an archive of its log (wal_level=replica, archive_mode=on,
archive_command or pg_receivewal, archive_timeout=60) and base backups by pg_basebackup. This server's archive_mode is ${isArchived ? 'on' : 'off'}.`
}
