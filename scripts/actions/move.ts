import { accountStore } from '../../data/store/accounts/accounts.ts'
import { DatabaseUnavailableError } from '../../data/store/dialect/unavailable.ts'
import { liveStore } from '../../data/store/live/rows/migrations.ts'
import { MoveError } from '../../data/store/move/move-error.ts'
import { moveStores, type Moved } from '../../data/store/move/move-stores.ts'
import { databaseParameterError, isDatabaseUrl } from '../../dynamic/settings.ts'
import { commandSettings } from '../command/command-settings.ts'
import { exitWith } from '../command/exit-with.ts'
import { createProgress } from '../command/progress.ts'

/** Runs `npm run move` to a database URL: prints a report, or an error and sets the exit code. */
export async function move(to: string): Promise<void> {
  const progress = createProgress('Copying')
  const began = performance.now()
  try {
    if (!isDatabaseUrl(to)) throw new MoveError('--to is postgres://user:password@host:port/database.')
    const error = databaseParameterError(to)
    if (error !== undefined) throw new MoveError(`--to: ${error}.`)
    const { DATA_DIR: dataDir } = commandSettings()
    const stores = [accountStore, liveStore]
    const moved = await moveStores({ dataDir, to, stores, onRows: (...args) => progress.update(...args) })
    progress.stop()
    console.log(reportOf(moved, (performance.now() - began) / 1000))
  } catch (error) {
    progress.stop()
    if (error instanceof DatabaseUnavailableError) exitWith('usage', new MoveError(sentenceOf(error, to)))
    else exitWith(error instanceof MoveError ? 'usage' : 'unexpected', error)
  }
}

function sentenceOf({ cause }: Error, to: string): string {
  const { host, pathname } = new URL(to)
  const why = cause instanceof Error && cause.message !== '' ? cause.message : 'no answer'
  return `The database ${pathname.slice(1)} at ${host} cannot be used: ${why}. When it can, run this again: it continues.`
}

function reportOf({ tables, isComplete, asOf }: Moved, seconds: number): string {
  const lines = tables.map(
    ({ table, rows, hash }) => `${table.padEnd(18)} ${String(rows).padStart(10)} rows, SHA-256 ${hash.slice(0, 16)}`,
  )
  const next = isComplete
    ? ['All rows are there. Start the service with DATABASE_URL set to this database.']
    : [
        `What was there at ${asOf.toISOString()} is copied. The service still has the files open. Now`,
        `stop it, run this again (about ${Math.ceil(seconds)} s), then start it with DATABASE_URL set to this database.`,
      ]
  return [...lines, 'Each table has the same rows in files and database.', ...next].join('\n')
}
