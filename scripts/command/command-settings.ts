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

function warnOfMisspelled(): void {
  for (const [given, meant] of misspelledSettings(process.env))
    console.error(`${given} is not a setting: did you mean ${meant}?`)
}
