import { misspelledSettings, readBuildSettings, readSettings, type Settings } from '../../dynamic/settings.ts'

/** The settings of a command, after a warning of variables that are probably misspelled. Throws `SettingsError`. */
export function commandSettings(): Settings {
  warnOfMisspelled()
  return readSettings(process.env)
}

/** The same, for commands that import or publish. */
export function buildSettings(): Settings {
  warnOfMisspelled()
  return readBuildSettings(process.env)
}

function warnOfMisspelled(): void {
  for (const [given, meant] of misspelledSettings(process.env))
    console.error(`${given} is not a setting: did you mean ${meant}?`)
}
