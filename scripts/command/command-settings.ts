import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { StoreLocation } from '../../data/store/dialect/open-store.ts'
import { misspelledSettings, readBuildSettings, readSettings, type Settings } from '../../dynamic/settings.ts'

/**
 * Reads the settings of a command; warns of variables that are probably misspelled. Throws `SettingsError` if a setting
 * is invalid.
 */
export function commandSettings(): Settings {
  warnOfMisspelled()
  return readSettings(process.env)
}

/** Like `commandSettings`, for commands that import or publish. */
export function buildSettings(): Settings {
  warnOfMisspelled()
  return readBuildSettings(process.env)
}

/** Whether a command would create this SQLite file in `DATA_DIR`. False if the data is in PostgreSQL, or `DATA_DIR` cannot be read. */
export function isMissing({ dataDir, database }: StoreLocation, file: string): boolean {
  if (database !== undefined) return false
  try {
    statSync(join(dataDir, file))
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}

/** Tells the operator that a command has created a SQLite file, in case `DATA_DIR` is not that of the service. */
export const noteCreated = ({ dataDir }: StoreLocation, file: string): void =>
  console.error(`Created ${join(dataDir, file)}, because there was none: the service must have the same DATA_DIR.`)

function warnOfMisspelled(): void {
  for (const [given, meant] of misspelledSettings(process.env))
    console.error(`${given} is not a setting: did you mean ${meant}?`)
}
